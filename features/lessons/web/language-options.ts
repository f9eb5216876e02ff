import { LANGUAGES } from '#platform/contract/languages.ts';

/** The value of a lesson without code in a field for the language. */
export const NO_CODE = 'none';

/** The languages for a field, and `label` for a lesson without code. */
export function languageOptions(label = 'Without code'): { value: string; label: string }[] {
  return [...Object.entries(LANGUAGES).map(([value, language]) => ({ value, label: language.label })), { value: NO_CODE, label }];
}
