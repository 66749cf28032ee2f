// The versions of a match, such as "17-3.5": the versions of its log, its submissions and its players' names.

// A sheet does not depend on submissions, so this part of its version is NaN, which is never higher or lower.
const partsOf = (version) => /^(\d+)(?:-(\d+))?\.?(\d*)$/.exec(version).slice(1).map(Number);

// Whether the first version is older than the second.
export function isOlder(one, other) {
  const [log, submissions, names] = partsOf(one), [otherLog, otherSubmissions, otherNames] = partsOf(other);
  return otherLog > log || (otherLog === log && (otherSubmissions > submissions || otherNames > names));
}
