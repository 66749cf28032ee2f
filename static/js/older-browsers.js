// Browsers older than May 2024 do not have light-dark(). They get the light colours only.

if (!CSS.supports("color", "light-dark(red, red)")) {
  const href = new URL("../../css/older-browsers.css", import.meta.url);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
