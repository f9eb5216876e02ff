import type { Language } from '#platform/contract/languages.ts';
import type { Variant } from './edits.ts';
import { mutantsOf } from './mutants.ts';
import { rewritesOf } from './rewrites.ts';
import type { MutantKind } from './tree-mutants.ts';
import type { RewriteKind } from './tree-rewrites.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    listVariants: typeof listVariants;
  }
}

/** Variants of an answer: mutants, which checks should notice, and rewrites, which they should accept. */
export interface Variants {
  readonly mutants: readonly Variant<MutantKind>[];
  readonly rewrites: readonly Variant<RewriteKind>[];
}

export async function listVariants(language: Language, code: string): Promise<Variants> {
  return { mutants: await mutantsOf(language, code), rewrites: await rewritesOf(language, code) };
}
