/** Mutants of an answer: right code with one mistake, which the checks of its screen should notice. */

import type { Language } from '#platform/contract/languages.ts';
import { withTree } from '#platform/server/code/syntax-trees.ts';
import { variantsOf, type Variant } from './edits.ts';
import { sqlMutants } from './sql-mutants.ts';
import { treeMutants, type MutantKind } from './tree-mutants.ts';

/** Most mutants of one answer: enough for every line of a usual one. */
const MOST_MUTANTS = 60;

/** The mutants of code, each once, in the order of their lines. All of them can be parsed if the code can. */
export async function mutantsOf(language: Language, code: string): Promise<Variant<MutantKind>[]> {
  if (language === 'sql') return variantsOf(code, sqlMutants(code), { most: MOST_MUTANTS, isValid: () => true });
  return withTree(language, code, (root, isValid) => variantsOf(code, treeMutants(language, root), { most: MOST_MUTANTS, isValid }));
}
