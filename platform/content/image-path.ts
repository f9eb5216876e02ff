/**
 * Returns the file name of a lesson image from its address in markdown: `../../images/cat.png` as code hosts resolve it from a
 * screen's folder, or `../images/…` and `images/…` as authors type it. In git the name may be encoded in another way. Null: another address.
 */
export function imageNameOf(address: string): string | null {
  const name = /^(?:\.\.\/){0,2}images\/([^/\\?#]+)$/.exec(address)?.[1];
  if (name === undefined) return null;
  try {
    const decoded = decodeURIComponent(name).normalize('NFC');
    // Encoded characters must not lead out of the folder either.
    return decoded === '.' || decoded === '..' || /[/\\\0]/.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** The address of a lesson image in a screen's markdown, which also works on code hosts. */
export function markdownImagePath(fileName: string): string {
  return `../../images/${encodeMarkdownName(fileName)}`;
}

/** Brackets end an address in markdown, and `encodeURIComponent` keeps them. */
function encodeMarkdownName(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
}
