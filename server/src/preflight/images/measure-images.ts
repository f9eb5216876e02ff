import { sql } from 'kysely';
import type { Handle } from '#server/platform/database/database.ts';
import type { Operation } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lookAtFiles } from '../look-at-files.ts';
import { contrastOf } from './contrast.ts';

const MOST_BYTES = 4 * 1024 * 1024;

interface MeasuredImage {
  readonly lesson_id: number;
  readonly file_name: string;
  readonly sha256: string;
}

/**
 * Measures the PNGs of a release that were not measured yet, unless they are too many to wait for without `operation`. Stopped, what
 * was measured until then is kept.
 */
export async function measureImages(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  releaseId: number,
  operation: Operation | null,
): Promise<void> {
  const due = await db
    .selectFrom('lesson_files as f')
    .innerJoin('lessons as l', 'l.id', 'f.lesson_id')
    .leftJoin('image_contrasts as c', 'c.sha256', 'f.sha256')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('f.kind', '=', 'image')
    .where('c.sha256', 'is', null)
    .where('f.size', '<=', MOST_BYTES)
    .where(sql<string>`lower(f.file_name)`, 'like', '%.png')
    .select(['f.sha256', 'f.size'])
    .distinct()
    .execute();
  await lookAtFiles({ blobs }, due, operation, (sha256, bytes) =>
    db
      .insertInto('image_contrasts')
      .values({ sha256, ratio: contrastOf(Buffer.from(bytes)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** WCAG asks for this between graphics and what is behind them. For letters it asks for more, but which parts are letters is unknown. */
const ENOUGH = 3;

/** The images of a release in which nothing stands out. */
export async function listFaintImages(handle: Handle, releaseId: number): Promise<MeasuredImage[]> {
  return handle
    .selectFrom('image_contrasts as c')
    .innerJoin('lesson_files as f', 'f.sha256', 'c.sha256')
    .innerJoin('lessons as l', 'l.id', 'f.lesson_id')
    .where('c.ratio', '<', ENOUGH)
    .where('f.kind', '=', 'image')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .select(['f.lesson_id', 'f.file_name', 'f.sha256'])
    .orderBy('f.file_name')
    .execute();
}

/** Removes what is known of images that no lesson has any more. */
export async function deleteUnusedContrasts(handle: Handle): Promise<void> {
  await handle
    .deleteFrom('image_contrasts')
    .where((row) =>
      row.not(row.exists(row.selectFrom('lesson_files as f').select('f.id').whereRef('f.sha256', '=', 'image_contrasts.sha256'))),
    )
    .execute();
}
