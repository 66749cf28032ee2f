// Sends the browser's time zone with the form to join, for the league of its first owner.

import { $ } from "./dom.js";

$("input[name=zone]").value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
