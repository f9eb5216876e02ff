import { sql } from 'kysely';
import { foreignEncoding } from '#platform/content/text-encoding.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { lookAtFiles, type LookedAt } from '../look-at-files.ts';

/** Files that code reads as text. */
const TEXT_NAME = String.raw`\.(csv|tsv|txt|json|jsonl|xml|html?|md|py|r|sql|sh|ya?ml)$`;
/** Their encodings are found. */
export const ENCODED_FILES: LookedAt = { kind: 'data', name: TEXT_NAME, table: 'text_encodings' };

interface ForeignText {
  readonly lesson_id: number;
  readonly file_name: string;
  readonly sha256: string;
  readonly encoding: string;
}

/**
 * Finds the encodings of the text files of a release that were not read yet, unless they are too many to wait for without
 * `operation`. Stopped, what was found until then is kept.
 */
export async function findEncodings(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  releaseId: number,
  operation: Operation | null,
): Promise<void> {
  await lookAtFiles({ db, blobs }, releaseId, ENCODED_FILES, operation, (sha256, bytes) =>
    db
      .insertInto('text_encodings')
      .values({ sha256, encoding: foreignEncoding(bytes) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** The text files of a release that aren't UTF-8. */
export async function listForeignTexts(handle: Handle, releaseId: number): Promise<ForeignText[]> {
  return handle
    .selectFrom('text_encodings as e')
    .innerJoin('lesson_files as f', 'f.sha256', 'e.sha256')
    .innerJoin('lessons as l', 'l.id', 'f.lesson_id')
    .where('f.kind', '=', 'data')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('e.encoding', 'is not', null)
    .where(sql<boolean>`f.file_name ~* ${TEXT_NAME}`)
    .select(['f.lesson_id', 'f.file_name', 'f.sha256', 'e.encoding'])
    .$narrowType<{ encoding: string }>()
    .orderBy('f.file_name')
    .execute();
}
