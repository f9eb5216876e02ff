import type { ImportNote } from '#contract/import-file.ts';
import type { Language } from '#contract/lessons.ts';
import type { AnswerOutput } from '#contract/screens.ts';

/** A heading of level 1 or 2: it begins a screen. */
interface HeadingCell {
  readonly kind: 'heading';
  /** For the author: `Cell 3`, `Line 12`. */
  readonly place: string;
  readonly level: 1 | 2;
  readonly title: string;
}

/** Markdown that stays as it is. */
interface TextCell {
  readonly kind: 'text';
  readonly place: string;
  readonly source: string;
}

export interface CodeCell {
  readonly kind: 'code';
  readonly place: string;
  /** Null: none that lessons can have; `label` names it. */
  readonly language: Language | null;
  /** The name of the language as the file spells it, for the listing that it becomes where it cannot run. */
  readonly label: string;
  readonly source: string;
  /** What it gave when it last ran; null: nothing is kept of that. */
  readonly output: AnswerOutput | null;
  /** It ended with an error, on purpose as far as anybody can tell. */
  readonly has_error: boolean;
}

export type Cell = HeadingCell | TextCell | CodeCell;

/** An image that came inside of the file. */
export interface ImportedImage {
  readonly file_name: string;
  readonly bytes: Uint8Array;
}

/** A notebook or Markdown file as it was read, whichever it was. */
export interface ImportedDocument {
  /** As the file says beside its text; empty: nothing. */
  readonly title: string;
  /** Of a notebook's kernel; null: not told, or none that lessons can have. */
  readonly language: Language | null;
  readonly cells: readonly Cell[];
  readonly images: readonly ImportedImage[];
  readonly notes: readonly ImportNote[];
}

/** Tells what did not fit. */
export type Note = (place: string, reason: string) => void;

/** A file that no lesson can be made of. The text is for the author. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A listing in markdown, whatever stands in it. */
export function listing(label: string, source: string): string {
  const longest = [...source.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${label}\n${source.replace(/\n$/, '')}\n${fence}`;
}

/** A text without what no file and no table takes: halves of characters, and the character zero. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
