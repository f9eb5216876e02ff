import type { Quote } from '#features/comments/contract.ts';
import { findQuote, hasQuote } from '#features/comments/rules/find-quote.ts';
import { quoteAtEndOf } from '#features/comments/rules/move-quote.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';

type Texts = Readonly<Record<string, unknown>>;

const textOf = (fields: Texts, name: string): string => {
  const value = Object.hasOwn(fields, name) ? fields[name] : '';
  return typeof value === 'string' ? value : '';
};

/** What a comment on a screen quotes once its texts are the ends of those of another one, and its title a heading in the text. */
export function quoteAfterJoin(quote: Quote | null, second: ScreenFields, joined: ScreenFields): Quote | null {
  if (quote === null) return null;
  if (quote.field === 'title' && !hasQuote(joined.title, quote))
    return { ...quote, field: 'body_markdown', before: quote.before === '' ? '## ' : quote.before };
  return quoteAtEndOf(quote, textOf(second, quote.field), textOf(joined, quote.field));
}

/** The same on the screen as it was before the join. */
export function quoteBeforeJoin(quote: Quote | null, { title, body_markdown }: ScreenFields): Quote | null {
  if (quote?.field !== 'body_markdown' || hasQuote(body_markdown, quote) || !hasQuote(title, quote)) return quote;
  return { ...quote, field: 'title' };
}

/** Whether a comment is about what is above a cut of the text: its title, or a passage that begins there. */
export function isAboveCut(quote: Quote | null, body: string, cut: number): boolean {
  if (quote === null) return false;
  if (quote.field === 'title') return true;
  const found = quote.field === 'body_markdown' ? findQuote(body, quote) : null;
  // Quotes count every end of a line as one character.
  return found !== null && found.from < body.slice(0, cut).replace(/\r\n/g, '\n').length;
}
