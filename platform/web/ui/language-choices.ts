import { canonicalTag } from '#platform/contract/text-language.ts';

interface LanguageChoice {
  /** A tag in its canonical form. */
  readonly value: string;
  readonly label: string;
}

/** The languages that a lesson can be written in, by what was typed: those with such a name, and the one with that tag. */
export function languageChoices(chosen: string | null, search: string): LanguageChoice[] {
  const known = knownLanguages();
  const typed = canonicalTag(search.trim());
  const others = [chosen, typed].flatMap((tag) => (tag === null ? [] : [choiceOf(tag)]));
  const all = new Map([...others, ...known].map((choice) => [choice.value, choice]));
  const wanted = search.trim().toLowerCase();
  // The field has the name of the chosen language, which is no search.
  if (chosen !== null && choiceOf(chosen).label.toLowerCase() === wanted) return [...all.values()];
  return [...all.values()].filter(({ value, label }) => value === typed || label.toLowerCase().includes(wanted));
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function choiceOf(tag: string): LanguageChoice {
  const name = names.of(tag);
  return { value: tag, label: name === undefined ? tag : `${name} (${tag})` };
}

const LETTERS = 26;
/** The code of `a`. */
const FIRST_LETTER = 97;

let found: readonly LanguageChoice[] | null = null;

/** Every language of two letters that the browser has a name for, by name. */
function knownLanguages(): readonly LanguageChoice[] {
  const letters = Array.from({ length: LETTERS }, (_, at) => String.fromCodePoint(FIRST_LETTER + at));
  found ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((tag) => canonicalTag(tag) === tag && names.of(tag) !== undefined)
    .map(choiceOf)
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  return found;
}
