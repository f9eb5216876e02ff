import { storeFiles } from '#features/lesson-files/server/index.ts';
import { addWholeLesson, releaseForNewLesson } from '#features/lessons/server/index.ts';
import { setOrigin } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ImportedLesson } from '../rules/lesson-from-cells.ts';

interface ToAdd {
  sequence: number;
  release_id?: number | undefined;
  file_name: string;
  lesson: Pick<ImportedLesson, 'fields' | 'screens' | 'images' | 'packages'>;
}

/** Stores a lesson parsed from a file with its screens and images, in one commit. Returns its id. */
export async function addImportedLesson(
  platform: Platform,
  actor: Actor,
  { sequence, release_id, file_name, lesson }: ToAdd,
): Promise<number> {
  const release = await releaseForNewLesson(platform, actor, release_id);
  const { fields, screens } = lesson;
  const attached = { packages: [...lesson.packages], packages_lock: null, datasets: [], accepted: [] };
  const images = lesson.images.map(({ file_name }) => ({ file_name }));
  const bytes = new Map(lesson.images.map((image) => [`images/${image.file_name}`, image.bytes]));
  const files = await storeFiles(platform.blobs, { data_files: [], images }, bytes);
  return platform.db.transaction().execute(async (tx) => {
    await setOrigin(tx, { cause: 'import' });
    const content = { sequence, fields, attached, screens, files };
    return addWholeLesson(tx, platform, actor, release, content, {
      verb: 'Import lesson',
      action: 'lesson.import',
      details: { file_name },
    });
  });
}
