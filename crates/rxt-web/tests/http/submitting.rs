//! Tokens are the organiser's, and where programs cannot be kept in, none is taken.

use crate::client::Served;
use rxt_web::Limits;
use serde_json::json;

#[tokio::test]
async fn without_a_sandbox_nothing_is_taken_and_the_site_says_so() {
    let site = Served::start(Limits::default()).await;
    let desk = site.get("/api/submission").await.json();
    assert_eq!((desk["open"].as_bool(), desk["possible"].as_bool()), (Some(false), Some(false)), "{desk}");
    let page = site.get("/submit").await;
    assert!(page.status == 200 && page.body.contains("cannot be kept in"), "{}", page.body);
    assert!(!site.get("/").await.body.contains(">Hand in<"), "no way leads there");
    assert_eq!(site.post("/api/submission", &json!({ "open": true })).await.status, 401);
    assert_eq!(site.post_as("/api/submission", "guess", &json!({ "open": true })).await.status, 403);
    let refused = site.post_as("/api/submission", &site.key, &json!({ "open": true })).await;
    assert_eq!((refused.status, refused.body.contains("cannot be kept in")), (409, true), "{}", refused.body);
    let made = site.post_as("/api/tokens", &site.key, &json!({ "name": "Ada" })).await.json();
    let token = made["token"].as_str().unwrap();
    let headers = [("authorization", format!("Bearer {token}"))];
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(site.request("POST", "/api/submissions", &headers, b"PK").await.status, 409);
    assert_eq!(site.request("GET", "/api/submissions", &headers, b"").await.json()["submissions"], json!([]));
    assert_eq!(site.get("/submissions/nobody").await.status, 404);
}

#[tokio::test]
async fn tokens_are_made_listed_and_revoked_by_the_organiser_alone() {
    let site = Served::start(Limits::default()).await;
    assert_eq!(site.get("/api/tokens").await.status, 401);
    assert_eq!(site.post_as("/api/tokens", "guess", &json!({ "name": "Ada" })).await.status, 403);
    for (name, status) in [("", 422), ("two\nlines", 422), ("<b>Ada</b>", 201), (&"a".repeat(61), 422)] {
        assert_eq!(site.post_as("/api/tokens", &site.key, &json!({ "name": name })).await.status, status, "{name}");
    }
    let key = format!("Bearer {}", site.key);
    let list = site.request("GET", "/api/tokens", &[("authorization", &key)], b"").await.json();
    assert_eq!((list["tokens"].as_array().unwrap().len(), list["tokens"][0]["valid"].as_bool()), (1, Some(true)));
    assert_eq!(site.post_as("/api/tokens/1/revoke", &site.key, &json!({})).await.status, 200);
    assert_eq!(site.post_as("/api/tokens/1/revoke", &site.key, &json!({})).await.status, 404, "once");
    assert_eq!(site.post_as("/api/tokens/x/revoke", &site.key, &json!({})).await.status, 400);
    let large = site.request("POST", "/api/submissions", &[("authorization", &key)], &vec![0; 5 << 20]).await;
    assert_eq!(large.status, 403, "larger than other uploads may be: {}", large.body);
    let larger = site.request("POST", "/api/submissions", &[("authorization", &key)], &vec![0; 17 << 20]).await;
    assert!([0, 413].contains(&larger.status), "{} {}", larger.status, larger.body);
}
