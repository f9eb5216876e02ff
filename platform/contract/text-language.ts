import { z } from 'zod';

/** The longest tag that BCP 47 asks software to store. */
export const LANGUAGE_TAG_MAX = 35;
/** The first part of a tag of a language: longer ones are reserved, and nothing that a person means. */
const PRIMARY = /^[a-z]{2,3}(?:-|$)/i;

/** The tag in its canonical form, such as `pt-BR` for `pt-br`; null: it is no tag of a language. */
export function canonicalTag(tag: string): string | null {
  if (tag.length > LANGUAGE_TAG_MAX || !PRIMARY.test(tag)) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag);
    return canonical.length <= LANGUAGE_TAG_MAX && PRIMARY.test(canonical) ? canonical : null;
  } catch {
    return null;
  }
}

/** The language that texts are written in: a BCP 47 tag in its canonical form. */
export const TextLanguage = z
  .string()
  .trim()
  .max(LANGUAGE_TAG_MAX, `A language tag can have at most ${LANGUAGE_TAG_MAX} characters.`)
  .refine((tag) => canonicalTag(tag) !== null, 'This is no language tag. Write one such as “en”, “de”, “ar” or “pt-BR”.')
  .overwrite((tag) => canonicalTag(tag) ?? tag);

/** Whether texts can be English: their language says so, or isn't stated. */
export function mayBeEnglish(tag: string | null): boolean {
  return tag === null || /^en(?:-|$)/.test(tag);
}
