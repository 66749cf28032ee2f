// Sends the browser's time zone with the join form of the first owner, so that the league uses it.

import { $ } from "./dom.js";

$("input[name=zone]").value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
