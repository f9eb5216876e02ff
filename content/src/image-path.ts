/**
 * The file of an image that markdown means, by its address there: `../../images/cat.png` as code hosts show it from a
 * screen's folder, or `../images/…` and `images/…` as authors type it. Null: the address is another one.
 */
export function imageNameOf(address: string): string | null {
  const name = /^(?:\.\.\/){0,2}images\/([^/\\?#]+)$/.exec(address)?.[1];
  if (name === undefined) return null;
  try {
    const decoded = decodeURIComponent(name);
    // What was encoded is no way out of the folder either.
    return decoded === '.' || decoded === '..' || /[/\\\0]/.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** How markdown on a screen names an image of its lesson; code hosts show it, too. */
export function markdownImagePath(fileName: string): string {
  return `../../images/${encodeMarkdownName(fileName)}`;
}

/** Brackets end an address in markdown, and `encodeURIComponent` leaves them alone. */
function encodeMarkdownName(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
}
