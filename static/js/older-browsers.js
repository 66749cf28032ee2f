// Loads the light colours in browsers that do not support light-dark().

if (!CSS.supports("color", "light-dark(red, red)")) {
  const href = new URL("../../css/older-browsers.css", import.meta.url);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
