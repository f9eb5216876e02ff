import { use } from 'react';
import { languageAttributes } from '#platform/content/language-direction.ts';
import type { Direction } from '#platform/content/text-direction.ts';
import { TextLanguageContext } from '#platform/web/ui/markdown-editor/text-language.ts';

/** The attributes of an element with a text of the lesson that isn't Markdown, such as a title. Where no language is stated, its letters decide. */
export function useTextAttributes(): { readonly lang?: string; readonly dir?: Direction | 'auto' } {
  const language = use(TextLanguageContext);
  return language === null ? { dir: 'auto' } : languageAttributes(language);
}
