import { CourseContent, PathContent } from './course-content.ts';
import { readCourse, readPath, writeCourse, writePath } from './course-files.ts';
import type { Files } from './lesson-content.ts';
import { mergeCourse, mergePath } from './merge-course.ts';
import { clearVersion, leanToTheirs, mergeOtherFile, mergeWhole, versionsOf } from './merge-files.ts';
import { Places, type Decisions, type PlaceConflict, type Sides } from './merge-places.ts';
import { isSafePath } from './safe-path.ts';

interface FilesMerge {
  /** The folder as it becomes; empty: it goes. With conflicts it is not what anybody wants yet. */
  readonly files: Files;
  readonly conflicts: readonly PlaceConflict[];
}

/** What the folder of a course, or of a path, means: the one file that says it. */
interface Meaning {
  readonly file: string;
  readonly titleOf: (files: Files) => string;
  /** Writes what both sides come to by their meaning into `start`. @throws ZodError when what was decided does not make one. */
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
 * Merges two versions of a course's folder: what they mean by field and line, everything else file by file. Unknown keys, remarks and
 * layouts of both sides stay, as far as they are not in each other's way. An empty side has no such folder.
 *
 * @param decided What the places in conflict take, by key; those left out stay conflicts.
 * @throws ZodError when what was decided does not make a course.
 */
export function mergeCourseFiles(sides: Sides<Files>, decided: Decisions = {}): FilesMerge {
  return mergeFolder(COURSE, sides, decided);
}

/** {@link mergeCourseFiles} of a path. */
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
  // The writer leaves out files with names that are not safe on every machine. They are not ours to delete.
  for (const [path, bytes] of start) if (!isSafePath(path)) files.set(path, bytes);
  return { files, conflicts: places.conflicts };
}
