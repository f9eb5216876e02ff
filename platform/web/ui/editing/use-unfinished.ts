import { useState } from 'react';

/** What is typed into the inputs of a form that add to a list, and is not added yet. */
export interface Unfinished<N extends string = string> {
  texts: Readonly<Partial<Record<N, string>>>;
  type: (name: N, text: string) => void;
  isAny: boolean;
  /** What the next save leaves out; null until a save was held back for it. */
  warning: string | null;
  /** Returns false the first time with something unfinished, which warns; the second time the save goes ahead without it. */
  check: () => boolean;
  /** Discards it: a save left it out. */
  forget: () => void;
}

/** A text that is kept elsewhere on the page. */
interface OtherText {
  text: string;
  forget: () => void;
}

/**
 * Keeps what is typed into the lists of a form and not added yet, and warns of it before a save.
 *
 * @param names The inputs that are shown, in the order of the form.
 * @param warningOf The warning about some of them.
 */
export function useUnfinished<N extends string>(
  names: readonly N[],
  warningOf: (names: readonly N[]) => string,
  others: Partial<Record<N, OtherText>> = {},
): Unfinished<N> {
  const [texts, setTexts] = useState<Partial<Record<N, string>>>({});
  const [warned, setWarned] = useState('');
  const textOf = (name: N) => others[name]?.text ?? texts[name] ?? '';
  const open = names.filter((name) => textOf(name).trim() !== '');
  // A warning is about what it named: it is repeated when something else is unfinished by then.
  const present = open.map((name) => `${name}\n${textOf(name)}`).join('\n\n');
  const wasWarned = open.length > 0 && warned === present;
  return {
    texts,
    type: (name, text) => setTexts((now) => ({ ...now, [name]: text })),
    isAny: open.length > 0,
    warning: wasWarned ? warningOf(open) : null,
    check: () => {
      setWarned(present);
      return open.length === 0 || wasWarned;
    },
    forget: () => {
      setTexts({});
      for (const other of Object.values<OtherText | undefined>(others)) other?.forget();
    },
  };
}
