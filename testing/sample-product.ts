import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { addSampleDatasets } from '#app/server/add-sample-datasets.ts';
import { openPlatform } from '#app/server/open-platform.ts';
import { SearchIndex } from '#features/search/server/index.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { createTestDatabaseName } from './database.ts';
import { readFolderCopy, type FolderCopy } from './folder-copy.ts';
import { untilSearched } from './until-searched.ts';

/** The sample content of the product. */
export const SAMPLE_FOLDER = join(import.meta.dirname, '../app/server/sample-content');

/** A stopped product that has imported the sample content: what new ones are copied from. */
export interface SampleProduct {
  /** The name of its database. */
  readonly database: string;
  /** Its repositories and blobs. */
  readonly folder: FolderCopy;
}

let sample: Promise<SampleProduct> | undefined;

/** Prepared once for all servers of this process: an import takes longer than most tests. */
export async function sampleProduct(): Promise<SampleProduct> {
  return (sample ??= importSample());
}

async function importSample(): Promise<SampleProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-sample-product-'));
  const { name, url } = await createTestDatabaseName('migrated');
  const log = pino({ level: 'silent' });
  {
    await using opened = new AsyncDisposableStack();
    const config = readConfig({ LESSONWRIGHT_DATA: dataFolder, LESSONWRIGHT_LOCAL_RUNNER: '0' });
    const database = await openDatabase({ dataFolder, databaseUrl: url, log });
    opened.defer(() => database.close());
    const platform = await openPlatform({ config, log, database, sampleFolder: SAMPLE_FOLDER }, opened);
    const signal = AbortSignal.timeout(300_000);
    await importMain(platform, signal);
    await addSampleDatasets(platform, signal);
    const search = await SearchIndex.start(platform, { pauseMs: 0 });
    opened.defer(() => search.close());
    await untilSearched(platform.db);
  }
  const folder = readFolderCopy(dataFolder);
  await rm(dataFolder, { recursive: true });
  return { database: name, folder };
}
