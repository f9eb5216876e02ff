import type { Quote } from '#features/comments/contract.ts';
import { joinScreens } from '../rules/join-screens.ts';
import { isAboveCut, quoteAfterJoin } from '../rules/joined-quotes.ts';
import { splitScreen } from '../rules/split-screen.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    joinScreens: typeof joinScreens;
    splitScreen: typeof splitScreen;
    quotesAfterJoin: typeof quotesAfterJoin;
    quotesAfterSplit: typeof quotesAfterSplit;
  }
}

export { joinScreens, splitScreen };

type Quotes = readonly (Quote | null)[];

/** {@link quoteAfterJoin} for the quotes of many comments. */
export function quotesAfterJoin(quotes: Quotes, second: Parameters<typeof quoteAfterJoin>[1], joined: typeof second): (Quote | null)[] {
  return quotes.map((quote) => quoteAfterJoin(quote, second, joined));
}

/** The quotes of comments that move to the screen above; undefined for those that stay. */
export function quotesAfterSplit(quotes: Quotes, body: string, cut: number): (Quote | null | undefined)[] {
  return quotes.map((quote) => (isAboveCut(quote, body, cut) ? quote : undefined));
}
