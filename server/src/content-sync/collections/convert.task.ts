import { randomUUID } from 'node:crypto';
import { readContents, type Contents, type ContentsEntry } from '#content/import/collection/contents.ts';
import { convertCollection, type CollectionChoices, type ConvertedCollection } from '#content/import/collection/convert-collection.ts';
import type { CollectionFiles } from '#content/import/collection/paths.ts';
import type { ReportProgress } from '#server/platform/text-tasks/text-tasks.ts';
import { imageProblem } from '#server/lessons/import-file/import-file.task.ts';

export { readContents };

declare module '#server/platform/text-tasks/text-tasks.ts' {
  interface TextTasks {
    readContents: (files: CollectionFiles) => Contents;
    convertCollection: typeof convert;
  }
}

/** The lessons that documents become. */
export function convert(
  files: CollectionFiles,
  entries: readonly ContentsEntry[],
  choices: Omit<CollectionChoices, 'newUuid' | 'imageProblem'>,
  report: ReportProgress,
): ConvertedCollection {
  const steps = convertCollection(files, entries, { ...choices, newUuid: randomUUID, imageProblem });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    report(step.value);
  }
}
