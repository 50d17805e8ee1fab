//! Cuts map text into tokens and reads numbers the way the course's server does.

use super::error::Place;

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) place: Place,
}

impl Token<'_> {
    /// The token for a message: at most 40 characters, and whatever cannot be seen is escaped.
    pub(super) fn shown(&self) -> String {
        const SHOWN: usize = 40;
        let cut = &self.bytes[..self.bytes.len().min(SHOWN)];
        let mut text: String = String::from_utf8_lossy(cut).chars().flat_map(shown_char).collect();
        if self.bytes.len() > SHOWN {
            text.push('…');
        }
        text
    }

    /// Leading digits with an optional sign count, the rest is ignored, no digits are 0.
    pub(super) fn number(&self) -> i64 {
        let negative = self.bytes.starts_with(b"-");
        let digits = self.unsigned();
        let value = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .fold(0_i64, |value, byte| value.saturating_mul(10).saturating_add(i64::from(byte - b'0')));
        if negative { -value } else { value }
    }

    /// Whether the token is a number and nothing else.
    pub(super) fn is_plain_number(&self) -> bool {
        // The first token of a file with CRLF line ends keeps its CR; that is no mistake.
        let digits = self.unsigned();
        let digits = digits.strip_suffix(b"\r").unwrap_or(digits);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    }

    fn unsigned(&self) -> &[u8] {
        match self.bytes {
            [b'-' | b'+', digits @ ..] => digits,
            _ => self.bytes,
        }
    }
}

fn shown_char(c: char) -> Vec<char> {
    let is_visible = c.is_ascii_graphic() || c.is_alphanumeric() || c == char::REPLACEMENT_CHARACTER;
    if is_visible { vec![c] } else { c.escape_default().collect() }
}

/// The tokens of a text, up to the first NUL byte.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    offset: usize,
    line: usize,
    line_start: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        Self { text: &text[..end], offset: 0, line: 1, line_start: 0 }
    }

    /// The first token of the file. A quirk: a lone CR does not end it.
    pub(super) fn first(&mut self) -> Option<Token<'a>> {
        self.take(|byte| matches!(byte, b' ' | b'\t' | b'\n'))
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        self.take(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Where the text ends.
    pub(super) fn end(&self) -> Place {
        self.place(self.text.len(), 0)
    }

    fn take(&mut self, ends: impl Fn(u8) -> bool) -> Option<Token<'a>> {
        while let Some(&byte) = self.text.get(self.offset)
            && matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
        {
            self.offset += 1;
            if byte == b'\n' {
                self.line += 1;
                self.line_start = self.offset;
            }
        }
        let rest = &self.text[self.offset..];
        let length = rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len());
        if length == 0 {
            return None;
        }
        let token = Token { bytes: &rest[..length], place: self.place(self.offset, length) };
        self.offset += length;
        Some(token)
    }

    fn place(&self, offset: usize, length: usize) -> Place {
        Place { offset, length, line: self.line, column: offset - self.line_start + 1 }
    }
}
