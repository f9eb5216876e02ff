/** Rewrites of an answer: they look different and mean the same, so the checks of its screen should accept them. */

import type { Language } from '#platform/contract/languages.ts';
import { withTree } from '#platform/server/code/syntax-trees.ts';
import { variantsOf, type Variant } from './edits.ts';
import { sqlRewrites } from './sql-rewrites.ts';
import { treeRewrites, type RewriteKind } from './tree-rewrites.ts';

/** Most rewrites of one answer. */
const MOST_REWRITES = 24;

/** The rewrites of code, each once, in the order of their lines. All of them can be parsed if the code can. */
export async function rewritesOf(language: Language, code: string): Promise<Variant<RewriteKind>[]> {
  if (language === 'sql') return variantsOf(code, sqlRewrites(code), { most: MOST_REWRITES, isValid: () => true });
  return withTree(language, code, (root, isValid) => variantsOf(code, treeRewrites(language, root), { most: MOST_REWRITES, isValid }));
}
