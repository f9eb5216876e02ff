import { useState } from 'react';

/** Fields into which one types before one adds, by name, in the order of the form; with what is typed and not added. */
export interface Unfinished<N extends string> {
  texts: Readonly<Record<string, string>>;
  type: (name: N, text: string) => void;
  /** Something is typed and not added. */
  isAny: boolean;
  /** What the last Save was held back for: names of fields; empty once that is mended. */
  warnedOf: readonly N[];
  /** B §4: false the first time with something unfinished, which warns; the second time it is let go of. */
  check: () => boolean;
}

/** Keeps what is typed into the lists of a form and not added yet, and warns of it before a save. */
export function useUnfinished<N extends string>(names: readonly N[]): Unfinished<N> {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [warned, setWarned] = useState('');
  const open = names.filter((name) => (texts[name] ?? '').trim() !== '');
  // A warning is about what it named: when something else is unfinished by now, it is given anew.
  const present = open.map((name) => `${name}\n${texts[name] ?? ''}`).join('\n\n');
  const wasWarned = open.length > 0 && warned === present;
  return {
    texts,
    type: (name, text) => setTexts((now) => ({ ...now, [name]: text })),
    isAny: open.length > 0,
    warnedOf: wasWarned ? open : [],
    check: () => {
      if (open.length > 0 && !wasWarned) {
        setWarned(present);
        return false;
      }
      setTexts({});
      return true;
    },
  };
}
