import type { Handle } from '#platform/server/database/database.ts';
import type { SentencePart } from '../contract/audit.ts';
import {
  findCommentScreens,
  findCurriculumNames,
  findDatasetNames,
  findLessonNames,
  findPeopleNames,
  findPeopleNamesByEmail,
  findReleaseNames,
  findScreenNames,
  findStepNames,
  type NamedLesson,
} from './name-queries.ts';
import type { Names } from './nouns.ts';

type Read = (handle: Handle, ids: readonly number[]) => Promise<readonly (readonly [number, SentencePart])[]>;

/** How the things of each kind are named: one query each. */
const READS: Readonly<Record<string, Read>> = {
  lesson: async (handle, ids) =>
    (await findLessonNames(handle, ids)).map((row) => [
      row.id,
      { text: lessonText(row), link: row.is_deleted ? null : `/lesson/${row.id}` },
    ]),
  screen: async (handle, ids) =>
    (await findScreenNames(handle, ids)).map(({ id, number, name, is_deleted, ...lesson }) => {
      const page = lesson.is_lesson_deleted ? null : `/lesson/${lesson.lesson_id}`;
      return [
        id,
        { text: `screen ${number}${quoted(name)} of ${lessonText(lesson)}`, link: is_deleted ? page : page && `${page}/screen/${id}` },
      ];
    }),
  comment: async (handle, ids) =>
    (await findCommentScreens(handle, ids)).map(({ id, lesson_id, screen_id, is_deleted }) => [
      id,
      { text: 'a comment', link: is_deleted ? null : `/lesson/${lesson_id}/screen/${screen_id}?comment=${id}` },
    ]),
  release: async (handle, ids) =>
    (await findReleaseNames(handle, ids)).map(({ id, name, is_deleted }) => [
      id,
      { text: `release “${name}”`, link: is_deleted ? null : `/releases?open=${id}` },
    ]),
  dataset: async (handle, ids) =>
    (await findDatasetNames(handle, ids)).map(({ id, name }) => [id, { text: `dataset “${name}”`, link: `/datasets/${id}` }]),
  course: async (handle, ids) => (await findCurriculumNames(handle, 'courses', ids)).map((row) => curriculum('course', '/course', row)),
  path: async (handle, ids) => (await findCurriculumNames(handle, 'paths', ids)).map((row) => curriculum('path', '/track', row)),
  step: async (handle, ids) =>
    (await findStepNames(handle, ids)).map(({ id, name, path_id }) => [
      id,
      { text: `step${quoted(name)}`, link: path_id === null ? null : `/track/${path_id}` },
    ]),
  user: async (handle, ids) => (await findPeopleNames(handle, ids)).map((row) => [row.id, person(row)]),
};

/** Reads the names of things that are named as `lesson:3`, and of people as `person:ada@example.org`. What is gone is missing. */
export async function readNames(handle: Handle, things: ReadonlySet<string>): Promise<Names> {
  const names = new Map<string, SentencePart>();
  const byKind = Map.groupBy(things, (thing) => thing.slice(0, thing.indexOf(':')));
  for (const [kind, keys] of byKind) {
    const values = keys.map((key) => key.slice(kind.length + 1));
    if (kind === 'person') for (const row of await findPeopleNamesByEmail(handle, values)) names.set(`person:${row.email}`, person(row));
    const found = (await READS[kind]?.(handle, values.map(Number))) ?? [];
    for (const [id, part] of found) names.set(`${kind}:${id}`, part);
  }
  return names;
}

const quoted = (name: string) => (name === '' ? '' : ` “${name}”`);
const lessonText = ({ sequence, title }: Pick<NamedLesson, 'sequence' | 'title'>) => `lesson ${sequence}${quoted(title)}`;

function curriculum(
  noun: string,
  address: string,
  { id, sequence, name, is_deleted }: { id: number; sequence: number; name: string; is_deleted: boolean },
): readonly [number, SentencePart] {
  return [id, { text: `${noun} ${sequence}${quoted(name)}`, link: is_deleted ? null : `${address}/${id}` }];
}

function person({ name, email, role }: { name: string | null; email: string; role: string }): SentencePart {
  return { text: name ?? email, link: role === 'external' ? '/manage-external' : '/people' };
}
