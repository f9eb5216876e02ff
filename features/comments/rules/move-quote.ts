import type { Quote } from '../contract.ts';
import { findQuote, withUnixLines } from './find-quote.ts';

/** Characters around a passage that are stored with it; the contract allows 200. */
export const AROUND = 60;

/** A passage of a text. White space at its ends must be left out. */
export function quoteAt(field: string, text: string, from: number, to: number): Quote {
  // Half a character at the far ends is none.
  const before = text.slice(Math.max(0, from - AROUND), from).replace(/^[\uDC00-\uDFFF]/, '');
  const after = text.slice(to, to + AROUND).replace(/[\uD800-\uDBFF]$/, '');
  return { field, text: text.slice(from, to), before, after };
}

/**
 * A quote from a text that is the end of another one now, in the same field: at its place there, also if its words occur before.
 * A passage that isn't found stays as it is.
 */
export function quoteAtEndOf(quote: Quote, before: string, after: string): Quote {
  const [own, whole] = [withUnixLines(before), withUnixLines(after)];
  const found = findQuote(own, quote);
  const shift = whole.length - own.length;
  return found === null || found.from + shift < 0 ? quote : quoteAt(quote.field, whole, found.from + shift, found.to + shift);
}
