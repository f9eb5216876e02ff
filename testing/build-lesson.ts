import { randomUUID } from 'node:crypto';
import { addImportedLesson } from '#features/imports/server/add-imported-lesson.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';

interface LessonToBuild {
  readonly sequence: number;
  readonly title?: string;
  /** Omitted: in the drafts of the actor. */
  readonly release_id?: number;
  /** Each with a title, which names its folder. */
  readonly screens: readonly (Partial<ScreenFields> & { readonly title: string })[];
}

export interface BuiltLesson {
  readonly id: number;
  readonly sequence: number;
  readonly release_id: number;
  readonly screens: readonly number[];
}

/** Creates a lesson with its screens by one save, so that it takes one commit and one push. */
export async function buildLesson(
  platform: Platform,
  actor: Actor,
  { sequence, title = 'Loops', release_id, screens }: LessonToBuild,
): Promise<BuiltLesson> {
  const contents = screens.map((fields) => ({
    uuid: randomUUID(),
    folder: fields.title.toLowerCase(),
    fields: { ...emptyScreenFields(), ...fields },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
  }));
  const lesson = { fields: emptyLessonFields({ title, author: actor.name }), screens: contents, images: [], packages: [] };
  const id = await addImportedLesson(platform, actor, { sequence, release_id, file_name: 'lesson.md', lesson });
  const row = await platform.db.selectFrom('lessons').select('release_id').where('id', '=', id).executeTakeFirstOrThrow();
  const rows = await platform.db.selectFrom('screens').select('id').where('lesson_id', '=', id).orderBy('sequence').execute();
  return { id, sequence, release_id: row.release_id, screens: rows.map((screen) => screen.id) };
}
