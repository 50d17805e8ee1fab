//! Bytes as text, one character for each byte.

/// The bytes that a text stands for, or the first character that stands for none.
pub(crate) fn to_bytes(text: &str) -> Result<Vec<u8>, char> {
    text.chars().map(|character| u8::try_from(character).map_err(|_| character)).collect()
}

/// The text that stands for bytes.
pub(crate) fn from_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_way_there_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(to_bytes(&from_bytes(&bytes)).unwrap(), bytes);
        assert_eq!(to_bytes("a€"), Err('€'));
    }
}
