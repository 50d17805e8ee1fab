//! Keys: long random words that whoever knows them may use. Only their hashes are kept.

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// A key in the hands of its owner.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Key(String);

/// What is kept of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyHash([u8; 32]);

/// Letters that are not mistaken for each other; 32 of them, so that each stands for five bits.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 26 letters of five bits are 130 bits.
const KEY_LENGTH: usize = 26;

impl Key {
    /// A new key.
    pub(crate) fn new() -> Self {
        Self(random_name(KEY_LENGTH))
    }

    /// The key that a request carries.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let key = value.strip_prefix("Bearer ")?.trim();
        (!key.is_empty() && key.len() <= 128).then(|| Self(key.to_owned()))
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0.as_bytes()).into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A key is not printed by accident.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl KeyHash {
    /// Whether this is the hash of a key. Takes as long for every wrong key.
    pub(crate) fn fits(&self, key: &Key) -> bool {
        let other = key.hash();
        self.0.iter().zip(other.0).fold(0, |difference, (one, two)| difference | (one ^ two)) == 0
    }

    /// The hash that a file holds; writes that of a new key, which is returned, if there is no file.
    pub(crate) fn load_or_make(path: &Path) -> io::Result<(Self, Option<Key>)> {
        match fs::read_to_string(path) {
            Ok(text) => {
                let hash = Self::from_hex(text.trim()).ok_or_else(|| io::Error::other("not the hash of a key"))?;
                Ok((hash, None))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Key::new();
                fs::write(path, format!("{}\n", key.hash()))?;
                Ok((key.hash(), Some(key)))
            }
            Err(error) => Err(error),
        }
    }

    fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A word that nobody can guess if it is long enough.
pub(crate) fn random_name(length: usize) -> String {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_fits_its_key_alone_and_survives_a_file() {
        let (one, two) = (Key::new(), Key::new());
        assert!(one.hash().fits(&one) && !one.hash().fits(&two));
        let read = KeyHash::from_hex(&one.hash().to_string()).unwrap();
        assert!(read.fits(&one) && !read.fits(&two));
        assert!(KeyHash::from_hex("zz").is_none());
    }

    #[test]
    fn a_request_carries_its_key_in_a_header() {
        let mut headers = HeaderMap::new();
        assert!(Key::of(&headers).is_none());
        headers.insert(header::AUTHORIZATION, "Bearer abc".parse().unwrap());
        assert_eq!(Key::of(&headers).unwrap().as_str(), "abc");
    }
}
