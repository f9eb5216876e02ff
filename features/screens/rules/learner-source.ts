import { listing } from '#features/questions/contract/kinds/as-markdown.ts';
import { withRulesApart } from '#platform/content/split-at-rules.ts';
import { type Language, LANGUAGES } from '#platform/contract/languages.ts';
import type { MarkdownField } from '../contract/screen-texts.ts';
import type { ScreenFields } from '../contract/screens.ts';

/** The Markdown of a screen as it is rendered for learners: a line with `---` always ends a hint, also directly below its text. */
export function learnerSource<F extends MarkdownField>(fields: Readonly<Pick<ScreenFields, F>>, field: F): string {
  return field === 'hint_markdown' ? withRulesApart(fields[field]) : fields[field];
}

/** The display code of a screen as Markdown: rendered, it has the colors that code in texts has. Empty: there is none. */
export function displaySource({ type, display_code }: Pick<ScreenFields, 'type' | 'display_code'>, language: Language | null): string {
  return type !== 'code' || language === null || display_code.trim() === '' ? '' : listing(display_code, LANGUAGES[language].fence);
}
