import { createContext, Fragment, use } from 'react';
import { splitByMatches } from './matches.ts';

/** The words that are sought in a list; what it shows marks them. */
export const SoughtWords = createContext<readonly string[]>([]);

/** A text with the sought words marked. */
export function Highlighted({ text }: { text: string }) {
  const words = use(SoughtWords);
  // Without words as with them: a text alone in its element is taken out of it for the first word, instead of being changed.
  return splitByMatches(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
  );
}
