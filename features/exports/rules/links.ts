import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { contentKey, dataFileNameOf, type LessonLink, lessonLinkOf } from '#platform/content/lesson-link.ts';
import { plainTitle, type ProjectLesson } from './project.ts';

/** What the texts of an exported lesson can link to. */
export interface Linked {
  /** The lessons that are exported together, and the folders that they have. */
  readonly lessons: readonly ProjectLesson[];
  /** The names of the data files beside the document. */
  readonly files: readonly string[];
}

export const NOTHING_LINKED: Linked = { lessons: [], files: [] };

const LINK = /\]\(((?:\.\.\/|lesson:)[^()\s]+)(?=[)\s])/g;

/** The anchors that tools give to headings, by the ending of the document. */
const ANCHORS = {
  ipynb: (title: string) => encoded(title.replaceAll(' ', '-')),
  md: (title: string) =>
    title
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, ''),
  qmd: (title: string) =>
    encoded(
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_.-]+/gu, '')
        .replace(/^\P{L}+/u, '')
        .trim()
        .replace(/\s+/g, '-'),
    ),
} as const satisfies Record<string, (title: string) => string>;
export type DocumentEnding = keyof typeof ANCHORS;

/**
 * A text whose links lead to the documents of other lessons, and to the data files beside its own document. Links to what isn't
 * exported stay as they are.
 */
export function withLinks(text: string, linked: Linked, ending: DocumentEnding): string {
  return text.replace(LINK, (whole: string, address: string) => {
    const link = lessonLinkOf(address);
    const target = link && targetOf(link, linked.lessons, ending);
    if (target) return `](../${target.folder}/${target.folder}.${ending}${target.anchor === '' ? '' : `#${target.anchor}`}`;
    const file = dataFileNameOf(address);
    return file !== null && linked.files.includes(file) ? `](${fileAddress(file)}` : whole;
  });
}

interface LinkTarget {
  readonly folder: string;
  /** Empty: the link leads to the lesson, or to a screen without a heading of its own. */
  readonly anchor: string;
}

/** What a link leads to; null: it is not exported. */
export function targetOf(link: LessonLink, lessons: readonly ProjectLesson[], ending: DocumentEnding): LinkTarget | null {
  const lesson = lessonsByName(lessons).get(link.kind === 'key' ? link.key : link.sequence);
  if (!lesson) return null;
  return { folder: lesson.folder, anchor: link.screen === null ? '' : (anchorsOf(lesson, ending).get(link.screen) ?? '') };
}

const byName = new WeakMap<readonly ProjectLesson[], ReadonlyMap<string | number, ProjectLesson>>();

/** The lessons by their numbers and by their names in short links. Made once for all links of a document. */
function lessonsByName(lessons: readonly ProjectLesson[]): ReadonlyMap<string | number, ProjectLesson> {
  const known = byName.get(lessons);
  if (known) return known;
  const found = new Map<string | number, ProjectLesson>();
  for (const lesson of lessons)
    for (const name of [contentKey(lesson.uuid), lesson.sequence]) if (!found.has(name)) found.set(name, lesson);
  byName.set(lessons, found);
  return found;
}

const anchors = new WeakMap<ProjectLesson, Map<DocumentEnding, ReadonlyMap<string, string>>>();

/** The anchors of the headings of a lesson's screens, by the folder of the screen and its name in short links. */
function anchorsOf(lesson: ProjectLesson, ending: DocumentEnding): ReadonlyMap<string, string> {
  const ofLesson = anchors.get(lesson) ?? new Map<DocumentEnding, ReadonlyMap<string, string>>();
  anchors.set(lesson, ofLesson);
  const known = ofLesson.get(ending);
  if (known) return known;
  const counts = new Map<string, number>();
  const found = new Map(
    lesson.screens.flatMap(({ uuid, folder, title }) => {
      const anchor = ANCHORS[ending](plainTitle(title));
      const before = counts.get(anchor) ?? 0;
      counts.set(anchor, before + 1);
      // Tools number headings with the same text from the second.
      const own = anchor === '' || before === 0 ? anchor : `${anchor}-${before}`;
      return [[contentKey(uuid), own] as const, [folder, own] as const];
    }),
  );
  ofLesson.set(ending, found);
  return found;
}

/** The links to lessons in a text, each once. */
export function lessonLinksIn(text: string): { readonly address: string; readonly link: LessonLink }[] {
  return [...new Set([...text.matchAll(LINK)].map(([, address = '']) => address))].flatMap((address) => {
    const link = lessonLinkOf(address);
    return link === null ? [] : [{ address, link }];
  });
}

/** The lessons to whose screens a lesson links: their numbers, or their names in short links. */
export function lessonsWithLinkedScreens({ fields, screens }: LessonContent): (string | number)[] {
  const texts = JSON.stringify([fields, screens.map((screen) => [screen.fields, screen.questions])]);
  const links = lessonLinksIn(texts).filter(({ link }) => link.screen !== null);
  return [...new Set(links.map(({ link }) => (link.kind === 'key' ? link.key : link.sequence)))];
}

/** The name of a file, which may have folders, as an address in HTML or Markdown. */
export function fileAddress(name: string): string {
  return name
    .split('/')
    .map((step) => encoded(step))
    .join('/');
}

function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
