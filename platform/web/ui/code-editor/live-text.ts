/**
 * A text that may be long and is edited key by key: its length is free, its characters are only built on request. Plain strings qualify,
 * and so do the code editor's documents.
 */
export interface LiveText {
  readonly length: number;
  toString(): string;
}

/** Normalizes line ends as editors do, so that unedited text never counts as edited. */
export function withUnixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Whether both have the same characters. Cheap in the usual case, an edit that changes the length. */
export function isSameText(a: LiveText, b: LiveText): boolean {
  return a === b || (a.length === b.length && a.toString() === b.toString());
}
