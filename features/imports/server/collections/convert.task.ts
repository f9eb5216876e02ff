import { randomUUID } from 'node:crypto';
import { loadTrees } from '#platform/server/code/syntax-trees.ts';
import type { ReportProgress } from '#platform/server/text-tasks/text-tasks.ts';
import { NAMED_LANGUAGES } from '../../rules/code-names.ts';
import { readContents, type Contents, type ContentsEntry } from '../../rules/collection/contents.ts';
import { convertCollection, type CollectionChoices, type ConvertedCollection } from '../../rules/collection/convert-collection.ts';
import type { CollectionFiles } from '../../rules/collection/paths.ts';
import { imageProblem } from '../import-file.task.ts';

export { readContents };

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    readContents: (files: CollectionFiles) => Contents;
    convertCollection: typeof convert;
  }
}

/** The lessons that documents become. */
export async function convert(
  files: CollectionFiles,
  entries: readonly ContentsEntry[],
  choices: Omit<CollectionChoices, 'newUuid' | 'imageProblem' | 'readTree'>,
  report: ReportProgress,
): Promise<ConvertedCollection> {
  const readTree = await loadTrees(NAMED_LANGUAGES);
  const steps = convertCollection(files, entries, { ...choices, newUuid: randomUUID, imageProblem, readTree });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    report(step.value);
  }
}
