import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUsedDataset } from '#features/datasets/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** The files of datasets, a folder for each: git has only the names and hashes that lessons refer to. */
const FOLDER = join(import.meta.dirname, 'sample-datasets');

const SAMPLE_DATASETS = [
  { name: 'island-ferry', description: 'Two weeks in the logbook of a ferry: when it sailed, tide, wind, passengers and minutes' },
];

/** Creates the datasets that the sample lessons use, where they are used and don't exist yet. */
export async function addSampleDatasets(platform: Pick<Platform, 'db' | 'blobs'>, signal: AbortSignal): Promise<void> {
  for (const dataset of SAMPLE_DATASETS) await createUsedDataset(platform, dataset, () => readFiles(join(FOLDER, dataset.name)), signal);
}

async function readFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const names = (await readdir(folder)).toSorted();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
