// Shows the note about an address without https, but only if the browser does not trust the address.

import { $ } from "./dom.js";

$("[data-insecure]").hidden = window.isSecureContext;
