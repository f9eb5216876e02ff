import { sql } from 'kysely';
import { readScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { COURSE_FIELDS, LESSON_FIELDS, PATH_FIELDS, SCREEN_FIELDS, STEP_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { readText } from '#features/lessons/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SearchDocument } from '../contract/search.ts';
import { type DocumentText, listTexts, type TextDocument } from '../rules/document-texts.ts';

/** Larger files are found by their names only. */
export const SEARCHED_FILE_BYTES = 100_000;

/** What a document belongs to. */
interface Owner {
  readonly lesson_id: number | null;
  readonly screen_id: number | null;
  readonly course_id: number | null;
  readonly path_id: number | null;
}
const NO_OWNER: Owner = { lesson_id: null, screen_id: null, course_id: null, path_id: null };

/** The texts of a document as they are stored now. */
export interface ReadDocument extends Owner {
  readonly document: SearchDocument;
  readonly document_id: number;
  readonly texts: readonly DocumentText[];
}

function read(of: TextDocument, document_id: number, owner: Partial<Owner>): ReadDocument {
  return { ...NO_OWNER, ...owner, document: of.document, document_id, texts: listTexts(of) };
}

type Ids = readonly number[];
type ReadKind = (platform: Pick<Platform, 'blobs' | 'log'>, handle: Handle, ids: Ids) => Promise<ReadDocument[]>;

const READ: Readonly<Record<SearchDocument, ReadKind>> = {
  lesson: async (_, handle, ids) => {
    const rows = await handle.selectFrom('lessons').select(['id', 'fields']).where('id', 'in', ids).execute();
    return rows.map(({ id, fields }) => read({ document: 'lesson', fields: LESSON_FIELDS.read(fields) }, id, { lesson_id: id }));
  },
  screen: async (_, handle, ids) => {
    const rows = await handle
      .selectFrom('screens')
      .select(['id', 'lesson_id', 'fields', 'attached'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id, lesson_id, fields, attached }) =>
      read({ document: 'screen', fields: SCREEN_FIELDS.read(fields), attached: readScreenAttached(attached) }, id, {
        lesson_id,
        screen_id: id,
      }),
    );
  },
  file: async (platform, handle, ids) => {
    const rows = await handle
      .selectFrom('lesson_files')
      .select(['id', 'lesson_id', 'kind', 'file_name', 'sha256', 'size', sql<string | null>`settings ->> 'alias'`.as('alias')])
      .where('id', 'in', ids)
      .execute();
    return Promise.all(
      rows.map(async ({ id, lesson_id, file_name, alias, ...file }) => {
        const text = file.kind === 'data' && file.size <= SEARCHED_FILE_BYTES ? await readFile(platform, file) : null;
        return read({ document: 'file', file_name, alias: alias ?? '', text }, id, { lesson_id });
      }),
    );
  },
  comment: async (_, handle, ids) => {
    const rows = await handle
      .selectFrom('comments as c')
      .innerJoin('screens as s', 's.id', 'c.screen_id')
      .select(['c.id', 's.lesson_id', 'c.screen_id', 'c.comment'])
      .where('c.id', 'in', ids)
      .where('c.archived_at', 'is', null)
      .execute();
    const messages = await handle
      .selectFrom('comment_messages')
      .select(['id', 'comment_id', 'message'])
      .where('comment_id', 'in', ids)
      .orderBy('id')
      .execute();
    return rows.map(({ id, lesson_id, screen_id, comment }) =>
      read({ document: 'comment', comment, messages: messages.filter(({ comment_id }) => comment_id === id) }, id, {
        lesson_id,
        screen_id,
      }),
    );
  },
  course: async (_, handle, ids) => {
    const rows = await handle
      .selectFrom('courses')
      .select(['id', 'fields'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id, fields }) => read({ document: 'course', fields: COURSE_FIELDS.read(fields) }, id, { course_id: id }));
  },
  path: async (_, handle, ids) => {
    const rows = await handle.selectFrom('paths').select(['id', 'fields']).where('id', 'in', ids).where('deleted_at', 'is', null).execute();
    return rows.map(({ id, fields }) => read({ document: 'path', fields: PATH_FIELDS.read(fields) }, id, { path_id: id }));
  },
  step: async (_, handle, ids) => {
    const rows = await handle
      .selectFrom('steps')
      .select(['id', 'path_id', 'fields'])
      .where('id', 'in', ids)
      .where('path_id', 'is not', null)
      .execute();
    return rows.map(({ id, path_id, fields }) => read({ document: 'step', fields: STEP_FIELDS.read(fields) }, id, { path_id }));
  },
};

/** Documents of one kind, as they are stored now. Deleted ones are missing. */
export function readDocuments(
  platform: Pick<Platform, 'blobs' | 'log'>,
  handle: Handle,
  document: SearchDocument,
  ids: Ids,
): Promise<ReadDocument[]> {
  return READ[document](platform, handle, ids);
}

async function readFile({ blobs, log }: Pick<Platform, 'blobs' | 'log'>, file: { sha256: string }): Promise<string | null> {
  try {
    return await readText(blobs, file);
  } catch (error) {
    // A damaged or missing file must not keep the others from being found.
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, sha256: file.sha256 }, 'a file could not be read for the search');
    return null;
  }
}
