/* Says what is missing where a browser is too old for the page; written for browsers of any age. */
/* global CSS, document, window */
(function () {
  var asks = window.CSS && CSS.supports;
  var colours = asks && CSS.supports("color", "color-mix(in srgb, red, blue)");
  var parents = asks && CSS.supports("selector(:has(a))");
  if (colours && parents && "adoptedStyleSheets" in document) return;
  document.getElementById("floor").hidden = false;
  document.getElementById("app").hidden = true;
})();
