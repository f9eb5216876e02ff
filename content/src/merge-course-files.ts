import { CourseContent, PathContent } from './course-content.ts';
import { readCourse, readPath, writeCourse, writePath } from './course-files.ts';
import type { Files } from './lesson-content.ts';
import { mergeCourse, mergePath } from './merge-course.ts';
import { clearVersion, leanToTheirs, mergeOtherFile, mergeWhole, versionsOf } from './merge-files.ts';
import { Places, type Decisions, type PlaceConflict, type Sides } from './merge-places.ts';
import { isSafePath } from './safe-path.ts';

interface FilesMerge {
  /** The merged folder; empty: it is deleted. Not final while there are conflicts. */
  readonly files: Files;
  readonly conflicts: readonly PlaceConflict[];
}

/** The parsed contents of a course's or path's folder. */
interface Meaning {
  readonly file: string;
  readonly titleOf: (files: Files) => string;
  /** Writes the merged contents of both sides into `start`. @throws ZodError if the decisions make it invalid */
  readonly merge: (places: Places, sides: Sides<Files>, into: { readonly start: Files; readonly isDecided: boolean }) => Files;
}

const COURSE: Meaning = {
  file: 'course.yaml',
  titleOf: (files) => `Course “${readCourse(files).course.fields.name}”`,
  merge: (places, { base, mine, theirs }, { start, isDecided }) => {
    const read = (files: Files) => readCourse(files).course;
    const merged = mergeCourse(places, { base: base.size === 0 ? null : read(base), mine: read(mine), theirs: read(theirs) });
    return writeCourse(isDecided ? CourseContent.parse(merged) : merged, start);
  },
};

const PATH: Meaning = {
  file: 'path.yaml',
  titleOf: (files) => `Path “${readPath(files).path.fields.name}”`,
  merge: (places, { base, mine, theirs }, { start, isDecided }) => {
    const read = (files: Files) => readPath(files).path;
    const merged = mergePath(places, { base: base.size === 0 ? null : read(base), mine: read(mine), theirs: read(theirs) });
    return writePath(isDecided ? PathContent.parse(merged) : merged, start);
  },
};

/**
 * Merges two versions of a course's folder: parsed contents by field and line, everything else by file. Unknown keys, comments
 * and layout of both sides are kept where they don't collide. An empty side has no such folder.
 *
 * @param decided resolved conflicts, by key; the others remain conflicts
 * @throws ZodError if the decisions make the course invalid
 */
export function mergeCourseFiles(sides: Sides<Files>, decided: Decisions = {}): FilesMerge {
  return mergeFolder(COURSE, sides, decided);
}

/** {@link mergeCourseFiles} for a path. */
export function mergePathFiles(sides: Sides<Files>, decided: Decisions = {}): FilesMerge {
  return mergeFolder(PATH, sides, decided);
}

function mergeFolder(meaning: Meaning, sides: Sides<Files>, decided: Decisions): FilesMerge {
  const places = new Places(decided);
  const whole = mergeWhole(places, sides, 'folder', meaning.titleOf);
  if (whole) return { files: whole, conflicts: places.conflicts };
  const start = new Map<string, Uint8Array>();
  for (const path of new Set([...sides.mine.keys(), ...sides.theirs.keys()])) {
    const versions = versionsOf(sides, path);
    const clear = clearVersion(versions);
    const bytes = clear ? clear.bytes : path === meaning.file ? leanToTheirs(path, versions) : mergeOtherFile(places, path, versions);
    if (bytes) start.set(path, bytes);
  }
  const isDecided = Object.keys(decided).length > 0;
  const files = new Map(meaning.merge(places, sides, { start, isDecided }));
  // The writer skips files with unsafe names; keep them, they aren't ours to delete.
  for (const [path, bytes] of start) if (!isSafePath(path)) files.set(path, bytes);
  return { files, conflicts: places.conflicts };
}
