import { NAMED_LANGUAGES } from '#features/imports/rules/code-names.ts';
import { alone } from '#features/imports/rules/surroundings.ts';
import { loadTrees } from '#platform/server/code/syntax-trees.ts';

/** The parsers that imports read code with. */
export const readTree = await loadTrees(NAMED_LANGUAGES);

/** A document that is imported without other files. */
export const ALONE = alone(readTree);
