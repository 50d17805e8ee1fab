// Light or dark, before anything is painted.
"use strict";
(() => {
  const root = document.documentElement;
  const kept = () => { try { return localStorage.getItem("rxt-theme"); } catch { return null; } };
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  if (kept()) root.dataset.theme = kept();
  const toggle = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("rxt-theme", root.dataset.theme); } catch { /* kept for this page only */ }
    dispatchEvent(new Event("rxt-theme"));
  };
  addEventListener("DOMContentLoaded", () => document.getElementById("theme").addEventListener("click", toggle));
  addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=range]), textarea, select");
    if (event.key === "t" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("rxt-theme")));
  window.rxtIsDark = isDark;
})();
