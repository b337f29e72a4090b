/* Says what is missing where a browser is too old for the page; written for browsers of any age. */
/* global CSS, document, window */
(function () {
  var now = window.CSS && CSS.supports && CSS.supports("color", "color-mix(in srgb, red, blue)");
  if (now && "adoptedStyleSheets" in document) return;
  document.getElementById("floor").hidden = false;
  document.getElementById("app").hidden = true;
})();
