import { createContext, Fragment, use } from 'react';
import { splitByMatches } from './matches.ts';

/** The search words that a list highlights. */
export const SoughtWords = createContext<readonly string[]>([]);

/** A text with the search words highlighted. */
export function Highlighted({ text }: { text: string }) {
  const words = use(SoughtWords);
  // Same structure with and without words: otherwise React would replace the text on the first one.
  return splitByMatches(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
  );
}
