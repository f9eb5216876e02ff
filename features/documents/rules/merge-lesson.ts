import type { DataFileContent, LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { lessonLabel, screenName } from './content-labels.ts';
import {
  resolveOrder,
  mergeKeyed,
  mergeOrder,
  MergeConflicts,
  unlessBothChanged,
  type Decisions,
  type KeyedConflict,
  type Sides,
} from './merge-conflicts.ts';
import { mergeScreen } from './merge-screen.ts';

export type { Decisions, KeyedConflict, Sides } from './merge-conflicts.ts';

export interface LessonMerge {
  /** Conflicting fields keep mine. */
  readonly merged: LessonContent;
  readonly conflicts: readonly KeyedConflict[];
}

/** Two versions of a lesson; `base` null: created on both sides. */
export interface LessonSides extends Sides<LessonContent | null> {
  readonly mine: LessonContent;
  readonly theirs: LessonContent;
}

/**
 * Merges two versions of a whole lesson: metadata by field and line, screens by uuid, packages, datasets and files by name. An
 * item that one side deleted and the other changed is a conflict, and so is an order that both changed. Recorded data (outputs,
 * locks) follows its source and never conflicts.
 *
 * The conflicts don't depend on which side is mine, and changes of only one side are never lost.
 *
 * @param decided resolved conflicts, by key; the others remain conflicts
 */
export function mergeLesson(sides: LessonSides, decided: Decisions = {}): LessonMerge {
  const merger = new MergeConflicts(decided);
  const { base, mine, theirs } = sides;
  const mergedYaml = merger.fields('lesson.', lessonLabel, {
    base: base && sheetOf(base),
    mine: sheetOf(mine),
    theirs: sheetOf(theirs),
  });
  const { uuid, sequence, ...fields } = mergedYaml;
  const packages = mergeNamed(merger, sides, 'packages', ({ name }) => name);
  const merged: LessonContent = {
    uuid,
    sequence,
    fields,
    packages,
    packages_lock: mergeLock(sides, packages),
    datasets: mergeNamed(merger, sides, 'datasets', ({ name }) => name),
    accepted: mergeNamed(merger, sides, 'accepted', ({ fingerprint }) => fingerprint),
    data_files: mergeNamed(merger, sides, 'data_files', fileName).sort(byFileName),
    images: mergeNamed(merger, sides, 'images', fileName).sort(byFileName),
    screens: mergeScreens(merger, sides),
  };
  return { merged, conflicts: merger.conflicts };
}

/** The lesson with every conflict resolved. @throws TypeError if one is missing */
export function resolveLesson(sides: LessonSides, values: Decisions): LessonContent {
  const { merged, conflicts } = mergeLesson(sides, values);
  if (conflicts[0]) throw new TypeError(`${conflicts[0].label} is not decided.`);
  return merged;
}

type Sheet = Pick<LessonContent, 'uuid' | 'sequence'> & LessonContent['fields'];

function sheetOf({ uuid, sequence, fields }: LessonContent): Sheet {
  return { uuid, sequence, ...fields };
}

type ListField = 'packages' | 'datasets' | 'accepted' | 'data_files' | 'images';

function mergeNamed<K extends ListField>(
  merger: MergeConflicts,
  { base, mine, theirs }: LessonSides,
  list: K,
  keyOf: (item: LessonContent[K][number]) => string,
): LessonContent[K][number][] {
  type Item = LessonContent[K][number];
  const lists: Sides<readonly Item[]> = { base: base?.[list] ?? [], mine: mine[list], theirs: theirs[list] };
  const word = { packages: 'Package', datasets: 'Dataset', accepted: 'Accepted finding', data_files: 'File', images: 'Image' }[list];
  const stay = mergeKeyed<Item>(lists, {
    keyOf,
    // Whether files stay depends on their bytes (merge-lesson-files.ts); keeping settings alone loses nothing.
    keep: (item, has) =>
      list === 'data_files' || list === 'images' || merger.askToKeep(`lesson.${list}.${keyOf(item)}`, `${word} ${keyOf(item)}`, has),
    merge: (items) =>
      merger.fields<Item>(`lesson.${list}.${keyOf(items.mine)}.`, (field) => `${word} ${keyOf(items.mine)}: ${lessonLabel(field)}`, items),
  });
  const { order } = mergeOrder({ base: lists.base.map(keyOf), mine: lists.mine.map(keyOf), theirs: lists.theirs.map(keyOf) }, stay);
  return order.flatMap((key) => stay.get(key) ?? []);
}

/** A lock belongs to the list from which it was resolved. */
function mergeLock(sides: LessonSides, packages: LessonContent['packages']): string | null {
  const { mine, theirs } = sides;
  const lock = unlessBothChanged({ base: sides.base?.packages_lock ?? null, mine: mine.packages_lock, theirs: theirs.packages_lock });
  if (lock) return lock.value;
  const isTheirs =
    JSON.stringify(packages) === JSON.stringify(theirs.packages) && JSON.stringify(packages) !== JSON.stringify(mine.packages);
  return isTheirs ? theirs.packages_lock : mine.packages_lock;
}

function mergeScreens(merger: MergeConflicts, { base, mine, theirs }: LessonSides): ScreenContent[] {
  const lists = { base: base?.screens ?? [], mine: mine.screens, theirs: theirs.screens };
  const nameOf = (screen: ScreenContent) => {
    const found = [lists.mine, lists.theirs]
      .map((screens) => screens.findIndex(({ uuid }) => uuid === screen.uuid))
      .find((index) => index >= 0);
    return screenName(screen, found ?? 0);
  };
  const stay = mergeKeyed<ScreenContent>(lists, {
    keyOf: ({ uuid }) => uuid,
    keep: (screen, has) => merger.askToKeep(`screen.${screen.uuid}`, nameOf(screen), has),
    merge: (screens) => mergeScreen(merger, nameOf(screens.mine), screens),
  });
  const uuidsOf = (screens: readonly ScreenContent[]) => screens.map(({ uuid }) => uuid);
  const uuids = { base: uuidsOf(lists.base), mine: uuidsOf(lists.mine), theirs: uuidsOf(lists.theirs) };
  const { order, isClear } = mergeOrder(uuids, stay);
  const titleOf = (uuid: string) => stay.get(uuid)?.fields.title || 'Untitled';
  const place = { key: 'lesson.screens', label: lessonLabel('screens'), titleOf };
  const screens = (isClear ? order : resolveOrder(merger, place, uuids, order)).flatMap((uuid) => stay.get(uuid) ?? []);
  return withOwnFolders(screens, new Set(lists.theirs.map(({ uuid }) => uuid)));
}

/** Two screens created on both sides may have the same folder: theirs keeps it, because others have checked it out. */
function withOwnFolders(screens: readonly ScreenContent[], isTheirs: ReadonlySet<string>): ScreenContent[] {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  for (const { uuid, folder } of [...screens].sort((a, b) => Number(isTheirs.has(b.uuid)) - Number(isTheirs.has(a.uuid)))) {
    let free = folder;
    for (let number = 2; taken.has(free); number++) free = `${folder}-${number}`;
    taken.add(free);
    folders.set(uuid, free);
  }
  return screens.map((screen) => ({ ...screen, folder: folders.get(screen.uuid) ?? screen.folder }));
}

const fileName = ({ file_name }: Pick<DataFileContent, 'file_name'>) => file_name;

function byFileName(a: Pick<DataFileContent, 'file_name'>, b: Pick<DataFileContent, 'file_name'>): number {
  return a.file_name < b.file_name ? -1 : 1;
}
