// Times as the server writes them: "21:34", "Thu 12 Nov" or "Thu 12 Nov 21:34", in the league's time zone.

const day = { weekday: "short", day: "numeric", month: "short" };
const formats = { clock: { timeStyle: "short" }, day, both: { ...day, hour: "numeric", minute: "numeric" } };

// The time as text. If the league has no zone, or an older browser does not know it, the time is in the browser's zone.
export function timeText(time, style, zone = { timeZone: document.body.dataset.zone }) {
  try {
    // Browsers write "Thu, 12 Nov, 21:34" and "Sept".
    return new Date(time).toLocaleString("en-GB", { ...formats[style], ...zone }).replace(/,|(?<=p)t/g, "");
  } catch {
    return timeText(time, style, {});
  }
}

// If the league has no zone, show its times in the browser's zone.
export function formatTimes() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    time.textContent = timeText(time.dateTime, time.dataset.time);
  }
}

document.addEventListener("htmx:after:swap", formatTimes);
formatTimes();
