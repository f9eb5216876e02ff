import type { Handle } from '#platform/server/database/database.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { lookAtFiles, type LookedAt } from '../look-at-files.ts';
import { contrastOf } from './contrast.ts';

/** Their contrasts are measured. */
export const MEASURED_FILES: LookedAt = { kind: 'image', name: String.raw`\.png$`, table: 'image_contrasts' };

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
  await lookAtFiles({ db, blobs }, releaseId, MEASURED_FILES, operation, (sha256, bytes) =>
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
