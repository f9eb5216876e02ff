import { isTerminal } from '#contract/languages.ts';
import { canRunInBuild } from '#server/publishing/deploys/application-of.ts';
import type { Snapshot, SnapshotScreen } from '#server/publishing/deploys/snapshot.ts';
import { refused } from '#server/platform/errors.ts';
import type { Place } from '#server/running/index.ts';
import { MESSAGES } from './messages.ts';

/** What a run on a screen of a build stands on: the build alone, whatever became of the lesson. @throws AppError `refused` without code */
export function placeOf(snapshot: Snapshot, screen: SnapshotScreen): Place {
  const { language } = snapshot.lesson;
  if (language === null || screen.fields.type !== 'code') throw refused(MESSAGES.noCode);
  if (isTerminal(language)) throw refused(MESSAGES.terminal);
  if (!canRunInBuild(snapshot.lesson, screen.fields)) throw refused(MESSAGES.applicationOnly);
  return {
    screen: { attached: screen },
    fields: screen.fields,
    // An hour of a machine is for authors: a learner's run has the time that the lesson names.
    lesson: {
      ...snapshot.lesson,
      language,
      enabled_features: snapshot.lesson.enabled_features.filter((each) => each !== 'Long-running code'),
    },
    files: filesOf(snapshot, screen),
    datasets: [],
    setup: [],
    environment: snapshot.environment,
  };
}

/** The files that the code of a screen finds in its work folder. */
export function filesOf({ files, datasets, screens }: Snapshot, { folder }: SnapshotScreen): { name: string; sha256: string }[] {
  const folders = new Set(screens.map((screen) => screen.folder));
  // A file that names only screens that are gone is for all (product §5).
  const isFor = (named: readonly string[]) => named.includes(folder) || !named.some((each) => folders.has(each));
  return [...files.filter((file) => isFor(file.screens)).map(({ name, sha256 }) => ({ name, sha256 })), ...datasets];
}

/** The files of all screens, for an interpreter that stays between them. */
export function filesOfAll({ files, datasets }: Snapshot): { name: string; sha256: string }[] {
  const byName = new Map(files.toReversed().map(({ name, sha256 }) => [name, { name, sha256 }]));
  return [...byName.values(), ...datasets];
}
