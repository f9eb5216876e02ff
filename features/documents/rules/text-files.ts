import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { LANGUAGES, type Language } from '#platform/contract/languages.ts';

const NO_LANGUAGE = 'txt';

/** Path of a text to write: `pattern` with the language's extension. */
export function codePath(pattern: string, language: Language | null): string {
  return pattern.replace(/\.\*$/, `.${language === null ? NO_LANGUAGE : LANGUAGES[language].files.code}`);
}

/**
 * Finds a text: with the extension of the lesson's language, otherwise with that of any other, in case the author changed the
 * language but not the files.
 */
export function findCode(files: Files, pattern: string, language: Language | null): string | undefined {
  const usual = codePath(pattern, language);
  if (files.has(usual) || !pattern.endsWith('.*')) return files.has(usual) ? usual : undefined;
  const others = [...Object.values(LANGUAGES).map(({ files: { code } }) => code), NO_LANGUAGE].map((ending) =>
    pattern.replace(/\*$/, ending),
  );
  return others.find((path) => files.has(path));
}
