// Sends the browser's time zone with the join form of the first owner, whose zone the league gets.

import { $ } from "./dom.js";

$("input[name=zone]").value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
