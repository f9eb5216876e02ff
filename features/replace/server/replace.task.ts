import type { SearchKind } from '#features/search/contract/search-kinds.ts';
import type { SearchQuery } from '#features/search/contract/search.ts';
import { compileQuery, keepingCase, type Matcher, type TextRange } from '#features/search/rules/matcher.ts';
import { isOfKinds, replaceChosen, replacementOf, textChanges, type TextChange } from '#features/search/rules/replace-text.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    listReplacements: typeof listReplacements;
    replaceInText: typeof replaceInText;
  }
}

/** What is replaced by what. One search is linear in the text, but not the search for all matches. */
export interface Replacement {
  readonly query: SearchQuery;
  readonly replacement: string;
  /** A replacement gets the capital letters of its match. */
  readonly keeps_case: boolean;
}

/** The matches in each text with their replacements. */
export function listReplacements(
  { query, replacement, keeps_case }: Replacement,
  texts: readonly { readonly kind: SearchKind; readonly text: string }[],
): TextChange[][] {
  const matcher = compiled(query, keeps_case);
  const by = replacementOf(query.mode, replacement);
  return texts.map(({ kind, text }) => textChanges(text, matcher, by, isOfKinds(query.kinds, kind, text)));
}

/** A text with the chosen matches replaced; null: one of them is no match. */
export function replaceInText({ query, replacement, keeps_case }: Replacement, text: string, ranges: readonly TextRange[]): string | null {
  return replaceChosen(text, compiled(query, keeps_case), ranges, replacementOf(query.mode, replacement));
}

function compiled(query: SearchQuery, keepsCase: boolean): Matcher {
  const found = compileQuery(query);
  if ('problem' in found) throw new Error(found.problem.message);
  return keepsCase ? keepingCase(found.matcher) : found.matcher;
}
