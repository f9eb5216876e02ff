import { copyBlobs } from '#platform/server/blobs/copy-blobs.ts';
import { openBlobStore, openFolderStore } from '#platform/server/blobs/open-blob-store.ts';
import { ConfigError, type Config } from '#platform/server/config.ts';

/** Files between two progress reports. */
const TELL_EVERY = 500;

/**
 * Copies every stored file from the data folder to the bucket of the settings, or back. The server must be stopped. The
 * source is not changed. Files that are already in the target are skipped, so an interrupted move can be resumed.
 * @returns What to do next.
 * @throws ConfigError without a bucket in the settings; Error naming the damaged files.
 */
export async function moveBlobs(config: Config, target: 's3' | 'folder', tell: (line: string) => void): Promise<string> {
  if (config.s3 === null) throw new ConfigError('Set LESSONWRIGHT_S3_BUCKET and what belongs to it: it says which bucket is meant.');
  const folder = await openFolderStore(config);
  const bucket = await openBlobStore(config);
  try {
    const [from, to] = target === 's3' ? [folder, bucket] : [bucket, folder];
    tell(`From ${from.place.text} to ${to.place.text}.`);
    const { copied, kept, bytes, damaged } = await copyBlobs(from, to, (done) => {
      if (done % TELL_EVERY === 0) tell(`${done} files`);
    });
    tell(`${copied} files copied (${bytes} bytes), ${kept} already in the target. All verified by their hashes.`);
    if (damaged.length > 0)
      throw new Error(
        `${damaged.length} files are damaged in the source and were not copied: ${damaged.join(', ')}. Restore them from a backup.`,
      );
    return target === 's3'
      ? 'Start the server with the same LESSONWRIGHT_S3_ settings.'
      : 'Start the server without the LESSONWRIGHT_S3_ settings.';
  } finally {
    bucket.close?.();
  }
}
