//! Who may do how much: limits, keys, and the headers that keep pages to themselves.
//!
//! There are no cookies. What a visitor may do beyond looking follows from a key that the page sends with each request,
//! so no other site can act in a visitor's name. Requests from pages of other sites are refused besides.

mod headers;
mod keys;
mod visitors;

pub(crate) use headers::{check, policy};
pub(crate) use keys::{Key, KeyHash, random_name};
pub use visitors::Limits;
pub(crate) use visitors::{Bucket, Guard, Visit};
