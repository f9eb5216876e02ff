/**
 * A text that can be long and is edited key by key: its length costs nothing, its characters only when they are asked for.
 * Plain strings are one; so are the documents of the code editor.
 */
export interface LiveText {
  readonly length: number;
  toString(): string;
}

/** The text with the line ends that editors work on, so that an untouched text is never taken for an edited one. */
export function withUnixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** True when both hold the same characters. Cheap in the common case: an edit that changes the length. */
export function isSameText(a: LiveText, b: LiveText): boolean {
  return a === b || (a.length === b.length && a.toString() === b.toString());
}
