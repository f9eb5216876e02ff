import { sql } from 'kysely';
import { readParts, type Owner } from '#features/history/server/queries.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import type { Db } from '#platform/server/database/database.ts';

/** Everything of a lesson, course or path as its rows have it. Steps of a path have the form of its versions. */
export async function storedState(db: Db, { kind, id }: Owner): Promise<string> {
  if (kind === 'lesson') return storedLesson(db, id);
  if (kind === 'course') {
    const { fields, lessons, deleted_at } = await db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return canonicalJson({ is_deleted: deleted_at !== null, fields, attached: lessons });
  }
  const { fields, deleted_at } = await db.selectFrom('paths').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const steps = await db.selectFrom('steps').selectAll().where('path_id', '=', id).orderBy('sequence').orderBy('id').execute();
  const attached = steps.map((step) => ({ ...step.fields, uuid: step.uuid, courses: step.courses }));
  return canonicalJson({ is_deleted: deleted_at !== null, fields, attached });
}

async function storedLesson(db: Db, id: number): Promise<string> {
  const { fields, attached, deleted_at } = await db
    .selectFrom('lessons')
    .select(['fields', 'attached', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const screens = await db
    .selectFrom('screens')
    .select(['uuid', 'fields', 'attached'])
    .where('lesson_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
  const files = await db
    .selectFrom('lesson_files')
    .select(['kind', 'file_name', 'sha256', 'settings'])
    .where('lesson_id', '=', id)
    .execute();
  return canonicalJson({ is_deleted: deleted_at !== null, fields, attached, screens, files: files.map(canonicalJson).toSorted() });
}

/** The same as the history has it after a version. */
export async function shownState(db: Db, owner: Owner, version: number): Promise<string> {
  const parts = await readParts(db, owner, { at: version });
  const own = parts.get('');
  const head = { is_deleted: own?.is_deleted, fields: own?.fields, attached: own?.attached };
  if (owner.kind !== 'lesson') return canonicalJson(head);
  const screens = (own?.screen_order ?? []).map((uuid) => {
    const part = parts.get(`screen:${uuid}`);
    return { uuid, fields: part?.fields, attached: part?.attached };
  });
  const files = [...parts.values()].flatMap(({ part, is_deleted, sha256, fields: settings }) => {
    const [, kind, file_name] = /^(data|image):(.*)$/s.exec(part) ?? [];
    return kind === undefined || is_deleted ? [] : [canonicalJson({ kind, file_name, sha256, settings })];
  });
  return canonicalJson({ ...head, screens, files: files.toSorted() });
}

/** What identifies the content of everything there is, by kind and id. */
export async function listContents(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ owner: string; content: string }>`
    select 'lesson ' || l.id as owner, concat_ws(' ', l.deleted_at is null, l.content_hash, l.files_hash, l.screens_hash) as content from lessons l
    union all
    select 'course ' || c.id, concat_ws(' ', c.deleted_at is null, md5(c.fields::text), md5(c.lessons::text)) from courses c
    union all
    select 'path ' || p.id, concat_ws(' ', p.deleted_at is null, md5(p.fields::text), (
      select md5(string_agg(concat_ws(' ', s.uuid, s.fields, s.courses), ',' order by s.sequence, s.id)) from steps s where s.path_id = p.id
    )) from paths p`.execute(db);
  return new Map(rows.map(({ owner, content }) => [owner, content]));
}

/** The newest version after `last` of each lesson, course and path that has one. */
export async function listNewest(db: Db, last: number): Promise<{ owner: Owner; version: number }[]> {
  const { rows } = await sql<{ lesson_id: number | null; course_id: number | null; path_id: number | null; version: number }>`
    select lesson_id, course_id, path_id, max(id) as version from versions where id > ${last}
    group by lesson_id, course_id, path_id order by version`.execute(db);
  return rows.map(({ lesson_id, course_id, path_id, version }) => ({
    owner:
      lesson_id !== null
        ? { kind: 'lesson', id: lesson_id }
        : course_id !== null
          ? { kind: 'course', id: course_id }
          : { kind: 'path', id: path_id ?? 0 },
    version,
  }));
}
