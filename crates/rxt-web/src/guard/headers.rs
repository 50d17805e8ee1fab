//! What every request has to be like, and what every answer says to the browser.

use crate::failure::Failure;
use crate::pages;
use crate::shared::Shared;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;

/// Nothing from elsewhere, nothing inline, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Adds the headers, and makes a page of what went wrong where a page was asked for.
pub(crate) async fn policy(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let is_page = !path.starts_with("/api/") && !path.starts_with("/assets/");
    let failure = response.extensions_mut().remove::<Failure>();
    if let Some(failure) = failure.filter(|_| is_page) {
        let status = failure.status;
        response = (status, pages::failed(&shared, &failure)).into_response();
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses what no page of ours would send.
pub(crate) async fn check(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let refused = refuse(&shared, request.headers(), request.method())
        .map_or_else(|| changes(request.method()).then(|| shared.guard.change(peer.ip()).err()).flatten(), Some);
    match refused {
        Some(failure) => failure.into_response(),
        None => next.run(request).await,
    }
}

fn changes(method: &Method) -> bool {
    method != Method::GET && method != Method::HEAD
}

/// A page of another site must neither reach a site that listens for this machine alone, by a name that leads here, nor
/// change anything.
fn refuse(shared: &Shared, headers: &HeaderMap, method: &Method) -> Option<Failure> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if shared.address.ip().is_loopback() && !is_local(host) {
        return Some(Failure::forbidden(format_args!("this site is for `localhost` alone, not for `{host}`")));
    }
    if changes(method)
        && let Some(origin) = headers.get(header::ORIGIN)
        && origin.to_str().ok().and_then(|origin| origin.split_once("://")).is_none_or(|(_, from)| from != host)
    {
        return Some(Failure::forbidden("requests from pages of other sites are not answered"));
    }
    None
}

fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["localhost", "[::1]"].contains(&name) || name.starts_with("127.") && name.split('.').count() == 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_for_this_machine_answers_to_names_of_this_machine() {
        for host in ["localhost:8080", "127.0.0.1:1", "[::1]:80", "localhost"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["example.org", "127.0.0.1.example.org", "", "localhost.evil:80", "127.evil.example.x.org"] {
            assert!(!is_local(host), "{host}");
        }
    }
}
