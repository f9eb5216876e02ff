import { readLessonAttached, readScreenAttached } from '#features/content-model/rules/content-documents.ts';
import type { CourseContent, PathContent } from '#features/content-model/rules/curriculum-content.ts';
import { COURSE_FIELDS, LESSON_FIELDS, PATH_FIELDS, SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { Files, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { writeScreen } from '#features/documents/rules/write-screen.ts';
import type { LessonFileRow } from '#features/lesson-files/server/index.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import type { Language } from '#platform/contract/languages.ts';
import type { PartRow } from './queries.ts';

/** What is the same on all versions: it never changes, or it is no content. */
export interface UnversionedContent {
  readonly uuid: string;
  readonly sequence: number;
  readonly language: Language | null;
  /** The language that its texts have now; null: not stated. */
  readonly textLanguage: string | null;
  /** By uuid, of screens. */
  readonly folders: ReadonlyMap<string, string>;
}

const SCREEN = 'screen:';
const FILE = /^(data|image):(.+)$/s;

/** The uuid of the screen that a part is; null: it is none. */
export function screenOf(part: string): string | null {
  return part.startsWith(SCREEN) ? part.slice(SCREEN.length) : null;
}

/** The file that a part is; null: it is none. */
export function fileOf(part: string): { kind: 'data' | 'image'; name: string } | null {
  const [, kind, name] = FILE.exec(part) ?? [];
  return name === undefined ? null : { kind: kind === 'data' ? 'data' : 'image', name };
}

/** A file of a lesson; null: the part is none, or deleted. */
export function toFile({ part, fields, sha256, size, is_deleted }: PartRow): LessonFileRow | null {
  const file = fileOf(part);
  if (file === null || is_deleted || sha256 === null || size === null) return null;
  return { kind: file.kind, file_name: file.name, sha256, size, settings: fields as Record<string, unknown> };
}

/** The content of a stored screen. */
export function screenContent({ fields, attached }: PartRow, uuid: string, folder: string): ScreenContent {
  return { ...readScreenAttached(attached), uuid, folder, fields: SCREEN_FIELDS.read(fields) };
}

/** The content of a stored course or path. */
export function curriculumContent(kind: 'course', row: PartRow, head: UnversionedContent): CourseContent;
export function curriculumContent(kind: 'path', row: PartRow, head: UnversionedContent): PathContent;
export function curriculumContent(kind: 'course' | 'path', { fields, attached }: PartRow, { uuid, sequence }: UnversionedContent) {
  return kind === 'course'
    ? { uuid, sequence, fields: COURSE_FIELDS.read(fields), lessons: attached as CourseContent['lessons'] }
    : { uuid, sequence, fields: PATH_FIELDS.read(fields), steps: attached as PathContent['steps'] };
}

/** A part as the files that git has of it. A file of the lesson is here with its settings only: its bytes are elsewhere. */
export function filesOf(kind: 'lesson' | 'course' | 'path', row: PartRow | undefined, about: UnversionedContent): Files {
  if (!row || row.is_deleted) return new Map();
  if (kind === 'course') return COURSE_FORMAT.write(curriculumContent('course', row, about));
  if (kind === 'path') return PATH_FORMAT.write(curriculumContent('path', row, about));
  const uuid = screenOf(row.part);
  const files = new Map<string, Uint8Array>();
  if (uuid !== null) {
    const screen = screenContent(row, uuid, about.folders.get(uuid) ?? row.folder ?? uuid);
    writeScreen(files, { screen: undefined, language: about.language }, { screen, language: about.language });
    return files;
  }
  const file = fileOf(row.part);
  if (file !== null) {
    const settings = canonicalJson(row.fields);
    return settings === '{}' ? files : new Map([[`${pathOf(file)} settings.json`, encodeUtf8(`${JSON.stringify(row.fields, null, 2)}\n`)]]);
  }
  const { uuid: own, sequence, folders } = about;
  const screens = stubs(row.screen_order ?? [], folders);
  const written = writeLesson({
    ...readLessonAttached(row.attached),
    uuid: own,
    sequence,
    fields: LESSON_FIELDS.read(row.fields),
    screens,
    data_files: [],
    images: [],
  });
  return new Map([...written].filter(([path]) => !path.startsWith('screens/') && !path.startsWith('.generated/')));
}

/** A file's path below its lesson's folder. */
export function pathOf({ kind, name }: { kind: 'data' | 'image'; name: string }): string {
  return `${kind === 'data' ? 'files' : 'images'}/${name}`;
}

/** Screens of which only the folders are needed, as they are today: one may now have the folder that another had then. */
function stubs(uuids: readonly string[], folders: UnversionedContent['folders']): ScreenContent[] {
  const taken = new Set<string>();
  return uuids.map((uuid) => {
    const folder = folders.get(uuid) ?? uuid;
    const own = taken.has(folder) ? uuid : folder;
    taken.add(own);
    return stub(uuid, own);
  });
}

function stub(uuid: string, folder: string): ScreenContent {
  return { uuid, folder, fields: emptyScreenFields(), skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] };
}
