import { LIMITS } from '#platform/contract/limits.ts';
import type { EditorSelection, OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import type { Quote } from '../contract.ts';
import { quoteAt } from '../rules/move-quote.ts';

/** What comments need to know of the texts that they quote. */
export interface Passages {
  /** The label of a field. */
  nameOf: (field: string) => string;
  /** Whether a passage is missing in the text of this page; undefined: the server's reply is right. */
  isGone?: (quote: Quote) => boolean | undefined;
  /** Shows a passage in its editor and returns whether it was found; null: its text has no editor here. */
  wayTo?: (quote: Quote) => (() => Promise<boolean>) | null;
}

/** The quote of a selection; or 'too-long'; or null where only white space is selected. */
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
  return quoteAt(name, text, start, end);
}
