import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from '#features/git/server/git.ts';
import { openBlobStore } from '#platform/server/blobs/open-blob-store.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import type { TableChecksums } from '#platform/server/database/transfer/checksums.ts';
import { withSnapshot } from '#platform/server/database/transfer/content.ts';

/** Hashes of everything that a stopped product stores: if two are equal here, their contents are equal. */
export interface WhatLasts {
  /** Number, hash of the text, hash of the screens, hash of the files. */
  readonly lessons: readonly string[];
  readonly tables: readonly TableChecksums[];
  /** The position of every sequence. */
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
  /** `working.git <hash> <ref>`. */
  readonly heads: readonly string[];
  readonly blobs: readonly string[];
}

export async function readWhatLasts(config: Config): Promise<WhatLasts> {
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config);
  opened.defer(() => database.close());
  const store = await openBlobStore(config);
  opened.defer(() => store.close?.());
  const lessons = await database.db
    .selectFrom('lessons')
    .select(['sequence', 'content_hash', 'screens_hash', 'files_hash'])
    .orderBy('id')
    .execute();
  const { tables, sequences } = await withSnapshot(database, ({ figures, sequences }) => Promise.resolve({ tables: figures, sequences }));
  const blobs: string[] = [];
  for await (const { sha256 } of store.list()) blobs.push(sha256);
  return {
    lessons: lessons.map((row) => Object.values(row).join(' ')),
    tables,
    sequences,
    heads: await headsIn(config),
    blobs: blobs.sort(),
  };
}

async function headsIn({ dataFolder }: Config): Promise<string[]> {
  const heads: string[] = [];
  for (const name of ['working.git', 'content.git']) {
    const folder = join(dataFolder, name);
    if (!existsSync(folder)) continue;
    const { stdout } = await runGit([`--git-dir=${folder}`, 'for-each-ref', '--format=%(objectname) %(refname)'], {});
    heads.push(
      ...stdout
        .toString()
        .trim()
        .split('\n')
        .map((line) => `${name} ${line}`),
    );
  }
  return heads;
}
