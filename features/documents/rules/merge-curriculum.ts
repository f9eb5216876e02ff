import type { CourseContent, CurriculumContent, PathContent, StepContent } from '#features/content-model/rules/curriculum-content.ts';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { courseLabel } from './content-labels.ts';
import { COURSE_FORMAT, type CurriculumFormat, PATH_FORMAT } from './curriculum-files.ts';
import { resolveOrder, mergeKeyed, mergeOrder, MergeConflicts, type Decisions, type KeyedConflict, type Sides } from './merge-conflicts.ts';
import { clearVersion, mergePreferringTheirs, mergeOtherFile, mergeAsUnit, versionsOf } from './merge-files.ts';

interface FilesMerge {
  /** The folder after the merge; empty: it is deleted. With conflicts it is not final. */
  readonly files: Files;
  readonly conflicts: readonly KeyedConflict[];
}

/** `base` null: it was created on both sides. */
type Versions<C> = Sides<C | null> & { readonly mine: C; readonly theirs: C };
type Merge<C> = (merger: MergeConflicts, versions: Versions<C>) => C;

/**
 * Merges two versions of a course's folder: the fields and the list of lessons of its YAML file by meaning, everything else file by
 * file. Unknown keys, comments and the formatting of both sides stay where they don't conflict. An empty side has no such folder.
 *
 * @param decided resolved conflicts, by key; the others remain conflicts
 * @throws ZodError when the decisions do not make a course.
 */
export function mergeCourseFiles(sides: Sides<Files>, decided: Decisions = {}): FilesMerge {
  return mergeFolder(COURSE_FORMAT, mergeCourse, sides, decided);
}

/** {@link mergeCourseFiles} of a path, whose steps are merged by uuid and in their order. */
export function mergePathFiles(sides: Sides<Files>, decided: Decisions = {}): FilesMerge {
  return mergeFolder(PATH_FORMAT, mergePath, sides, decided);
}

function mergeFolder<C extends CurriculumContent>(
  format: CurriculumFormat<C>,
  merge: Merge<C>,
  sides: Sides<Files>,
  decided: Decisions,
): FilesMerge {
  const { title, file, schema, write } = format;
  const read = (files: Files) => format.read(files).content;
  const merger = new MergeConflicts(decided);
  const whole = mergeAsUnit(merger, sides, 'folder', (files) => `${title} “${read(files).fields.name}”`);
  if (whole) return { files: whole, conflicts: merger.conflicts };
  const start = new Map<string, Uint8Array>();
  for (const path of new Set([...sides.mine.keys(), ...sides.theirs.keys()])) {
    const versions = versionsOf(sides, path);
    const clear = clearVersion(versions);
    const bytes = clear ? clear.bytes : path === file ? mergePreferringTheirs(path, versions) : mergeOtherFile(merger, path, versions);
    if (bytes) start.set(path, bytes);
  }
  const base = sides.base.size === 0 ? null : read(sides.base);
  const merged = merge(merger, { base, mine: read(sides.mine), theirs: read(sides.theirs) });
  const files = new Map(write(Object.keys(decided).length > 0 ? schema.parse(merged) : merged, start));
  // `write` leaves out files whose names are not safe on every system; the merge must not delete them.
  for (const [path, bytes] of start) if (!isSafePath(path)) files.set(path, bytes);
  return { files, conflicts: merger.conflicts };
}

/** Fields three-way and by line; the list of lessons, which is one of them here, by number. Conflicts keep my side. */
function mergeCourse(merger: MergeConflicts, { base, mine, theirs }: Versions<CourseContent>): CourseContent {
  const flat = ({ uuid, sequence, fields, lessons }: CourseContent) => ({ uuid, sequence, ...fields, lessons });
  const merged = merger.fields('course.', courseLabel, { base: base && flat(base), mine: flat(mine), theirs: flat(theirs) });
  const { uuid, sequence, lessons, ...fields } = merged;
  return { uuid, sequence, fields, lessons };
}

function mergePath(merger: MergeConflicts, { base, mine, theirs }: Versions<PathContent>): PathContent {
  const flat = ({ uuid, sequence, fields }: PathContent) => ({ uuid, sequence, ...fields });
  const merged = merger.fields('path.', courseLabel, { base: base && flat(base), mine: flat(mine), theirs: flat(theirs) });
  const { uuid, sequence, ...fields } = merged;
  return { uuid, sequence, fields, steps: mergeSteps(merger, { base: base?.steps ?? [], mine: mine.steps, theirs: theirs.steps }) };
}

function mergeSteps(merger: MergeConflicts, steps: Sides<readonly StepContent[]>): StepContent[] {
  const nameOf = (step: StepContent) => `Step “${step.name}”`;
  const stay = mergeKeyed<StepContent>(steps, {
    keyOf: ({ uuid }) => uuid,
    keep: (step, has) => merger.askToKeep(`step.${step.uuid}`, nameOf(step), has),
    merge: (sides) => merger.fields(`step.${sides.mine.uuid}.`, (field) => `${nameOf(sides.mine)}: ${courseLabel(field)}`, sides),
  });
  const uuidsOf = (list: readonly StepContent[]) => list.map(({ uuid }) => uuid);
  const orders = { base: uuidsOf(steps.base), mine: uuidsOf(steps.mine), theirs: uuidsOf(steps.theirs) };
  const { order, isClear } = mergeOrder(orders, stay);
  const place = { key: 'path.steps', label: courseLabel('steps'), titleOf: (uuid: string) => stay.get(uuid)?.name || 'Unnamed' };
  return (isClear ? order : resolveOrder(merger, place, orders, order)).flatMap((uuid) => stay.get(uuid) ?? []);
}
