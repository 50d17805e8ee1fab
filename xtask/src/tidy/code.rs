//! Rust source without its comments and the contents of its literals, so that words in them are not taken for code.

/// Replaces comments and the contents of strings and characters by blanks; lines stay where they are.
pub(super) fn code_only(source: &str) -> String {
    let mut rest = source;
    let mut code = String::with_capacity(source.len());
    while let Some(next) = rest.chars().next() {
        let after_name = code.ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let length = if let Some(length) = literal(rest, after_name) {
            code.extend(rest[..length].chars().map(|char| if char == '\n' { '\n' } else { ' ' }));
            length
        } else {
            code.push(next);
            next.len_utf8()
        };
        rest = &rest[length..];
    }
    code
}

/// The length of the comment or literal that `text` begins with. Behind a letter no raw string begins.
fn literal(text: &str, after_name: bool) -> Option<usize> {
    if text.starts_with("//") {
        Some(text.find('\n').unwrap_or(text.len()))
    } else if text.starts_with("/*") {
        Some(block_comment(text))
    } else if let Some(contents) = text.strip_prefix('"') {
        Some(1 + quoted(contents, '"'))
    } else if text.starts_with('\'') {
        character(text)
    } else if !after_name && (text.starts_with('r') || text.starts_with("br")) {
        raw_string(text)
    } else {
        None
    }
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length up to and including the closing quote.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, char) in text.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if char == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character, and not a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut chars = text.chars().skip(1);
    let (first, second) = (chars.next()?, chars.next()?);
    (first == '\\' || second == '\'').then(|| 1 + quoted(&text[1..], '\''))
}

fn raw_string(text: &str) -> Option<usize> {
    let hashes_at = text.find('r')? + 1;
    let hashes = text[hashes_at..].bytes().take_while(|&byte| byte == b'#').count();
    let start = hashes_at + hashes;
    if !text[start..].starts_with('"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let length = text[start + 1..].find(&end).map(|at| start + 1 + at + end.len());
    Some(length.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> String {
        code_only(source).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_are_no_code() {
        assert_eq!(words("a // b\nc /* d /* e */ f */ g /// h"), "a c g");
        assert_eq!(code_only("a /* \n */ b").lines().count(), 2);
    }

    #[test]
    fn contents_of_literals_are_no_code() {
        assert_eq!(words(r#"a("unsafe \" {", b"x") c"#), "a( , b ) c");
        assert_eq!(words(r###"a(r"\", r#"b " c"#, br##"d"##) e"###), "a( , , ) e");
        assert_eq!(words(r"a('\'', '{', '\u{1f}', 'x') b"), "a( , , , ) b");
    }

    #[test]
    fn lifetimes_and_names_with_an_r_are_code() {
        assert_eq!(words("fn f<'a>(x: &'a str, for r in bar) r#type"), "fn f<'a>(x: &'a str, for r in bar) r#type");
        assert_eq!(words("str\"x\" y"), "str y");
    }

    #[test]
    fn what_does_not_end_is_cut_at_the_end() {
        for source in ["\"", "/*", "r#\"", "'\\", "//", "'"] {
            assert_eq!(code_only(source).len(), source.len(), "{source}");
        }
    }
}
