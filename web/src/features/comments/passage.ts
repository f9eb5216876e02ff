import type { Quote } from '#contract/comments.ts';
import { LIMITS } from '#contract/limits.ts';
import type { EditorSelection, OpenEditors } from '#web/ui/code-editor/open-editors.ts';

/** How much of what stands around a passage is remembered, in characters (contract: at most 200). */
const AROUND = 60;

/** What comments need to know of the texts that they quote. */
export interface Passages {
  /** What a person calls a field. */
  nameOf: (field: string) => string;
  /** Whether a passage is gone from the text as it stands on this page; undefined: what the server said holds. */
  isGone?: (quote: Quote) => boolean | undefined;
  /** What shows a passage in its editor and answers whether it was there; null: no editor of its text is offered. */
  wayTo?: (quote: Quote) => (() => Promise<boolean>) | null;
}

/** What can be made of a selection: a quote; 'too-long'; or null where nothing but white space is selected. */
export function quoteOf(editors: OpenEditors, selection: EditorSelection): Quote | 'too-long' | null {
  const text = editors.text(selection.name);
  if (text === null) return null;
  return quoteFrom(text, selection);
}

/** The same of a text. White space at the ends of the selection is left out. */
export function quoteFrom(text: string, { name, from, to }: EditorSelection): Quote | 'too-long' | null {
  const selected = text.slice(from, to);
  const start = from + selected.length - selected.trimStart().length;
  const quoted = selected.trim();
  const end = start + quoted.length;
  if (quoted === '') return null;
  if (quoted.length > LIMITS.quoteMax) return 'too-long';
  // Half a character at the far ends is none.
  const before = text.slice(Math.max(0, start - AROUND), start).replace(/^[\uDC00-\uDFFF]/, '');
  const after = text.slice(end, end + AROUND).replace(/[\uD800-\uDBFF]$/, '');
  return { field: name, text: quoted, before, after };
}
