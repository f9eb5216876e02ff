import { canonicalTag } from '#platform/contract/text-language.ts';
import type { Direction } from './text-direction.ts';

// Not every browser knows the direction of a language, but all know its usual script.
const RIGHT_TO_LEFT_SCRIPTS = new Set(['Adlm', 'Arab', 'Aran', 'Armi', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** In which direction a language is written; null, a language that isn't stated, is from left to right. */
export function directionOfLanguage(tag: string | null): Direction {
  const canonical = tag === null ? null : canonicalTag(tag);
  const script = canonical === null ? undefined : new Intl.Locale(canonical).maximize().script;
  return script !== undefined && RIGHT_TO_LEFT_SCRIPTS.has(script) ? 'rtl' : 'ltr';
}

/** The attributes of an element that holds texts of a language; none for null, a language that isn't stated. */
export function languageAttributes(tag: string | null): { readonly lang?: string; readonly dir?: Direction } {
  return tag === null ? {} : { lang: tag, dir: directionOfLanguage(tag) };
}
