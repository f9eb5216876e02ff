import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, DatasetUpload } from '#features/datasets/contract/datasets.ts';
import { MESSAGES as DATASET_MESSAGES } from '#features/datasets/server/messages.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import { ContentRepository } from '#testing/content-branch.ts';
import { pushChanges } from '#testing/push-changes.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { zipBytes } from '#testing/zip-bytes.ts';
import type { Lesson } from '../contract/lessons.ts';

let server: TestServer;
let lesson: Lesson;
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: 'without git' });
  lesson = await client().createLesson({ body: { sequence: 71, title: 'Birds' } });
});
afterAll(() => server.close());

const client = () => server.client('staff');
const lessonParams = () => ({ id: lesson.id });

/** Creates a dataset, or its next version, from files by name. */
async function put(where: string | Dataset, files: Readonly<Record<string, string>>): Promise<Dataset> {
  const names = Object.keys(files);
  const info = {
    description: 'For a test',
    fileCount: names.length,
    filesInfo: JSON.stringify(names.map((name) => ({ name, is_directory: false, chunkCount: 1 }))),
  };
  const sent = Object.fromEntries(names.map((name, index) => [`file${index}`, new File([files[name] ?? ''], name)]));
  const call =
    typeof where === 'string' ? ({ url: '/api/dataset' } as const) : ({ method: 'PATCH', url: `/api/dataset/${where.id}` } as const);
  const { dataset } = await sendForm<DatasetUpload>(server, call, {
    ...(typeof where === 'string' ? { name: where } : {}),
    ...info,
    ...sent,
  });
  if (dataset === null) throw new Error('The dataset was not made.');
  return dataset;
}

const attach = (...datasets: Dataset[]) =>
  client().attachDatasets({ params: lessonParams(), body: { datasetVersionIds: datasets.map((each) => each.latest_version_id) } });
const named = (list: readonly { name: string; hash: string }[]) => list.map(({ name, hash }) => `${name}@${hash}`);

async function run(place: { lesson_id: number; screen_id: number }, code: string): Promise<RunResult> {
  let reply = await client().runCode({ body: { ...place, code } });
  while (reply.status === 'pending') {
    const { code_run_id, session_id, runner_name } = reply;
    await sleep(50);
    const params = { screenId: place.screen_id, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id };
    reply = await client().getCodeRunResults({ params });
  }
  return reply;
}

describe('the datasets of a lesson', () => {
  it('are attached once, changed and removed, and stored in git as name@hash', async () => {
    const [birds, fish] = [await put('birds', { 'a.csv': 'one' }), await put('fish', { 'f.csv': 'f' })];
    const list = await attach(birds, fish);
    expect(named(list)).toEqual([`birds@${birds.latest_version_hash}`, `fish@${fish.latest_version_hash}`]);
    expect(list[0]).toMatchObject({
      dataset_id: birds.id,
      is_latest: true,
      archived: false,
      lesson_sequences: [71],
      files: [{ file_name: 'a.csv' }],
    });
    await expect(attach(birds)).rejects.toMatchObject({ status: 409, message: DATASET_MESSAGES.attachedAlready('birds') });

    const next = await put(birds, { 'a.csv': 'two' });
    expect(await client().listLessonDatasets({ params: lessonParams() })).toMatchObject([{ is_latest: false }, { is_latest: true }]);
    // Nothing uses the latest one yet.
    expect(await client().listDatasetUses({ params: { id: birds.id } })).toMatchObject([
      { id: lesson.id, sequence: 71, hash: birds.latest_version_hash, is_latest: false },
    ]);
    await expect(client().listDatasetUses({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
    expect((await client().listDatasets()).find(({ id }) => id === birds.id)?.lessons).toEqual([]);
    const params = { ...lessonParams(), datasetId: birds.id, versionId: next.latest_version_id };
    const changed = await client().changeDatasetVersion({ params });
    expect(named(changed)).toEqual([`birds@${next.latest_version_hash}`, `fish@${fish.latest_version_hash}`]);
    expect((await client().listDatasets()).find(({ id }) => id === birds.id)?.lessons).toEqual([71]);
    await expect(client().changeDatasetVersion({ params: { ...params, versionId: fish.latest_version_id } })).rejects.toMatchObject({
      status: 422,
      message: DATASET_MESSAGES.otherVersion,
    });

    expect(named(await client().detachDataset({ params: { ...lessonParams(), datasetId: fish.id } }))).toEqual([
      `birds@${next.latest_version_hash}`,
    ]);
    await expect(client().detachDataset({ params: { ...lessonParams(), datasetId: fish.id } })).rejects.toMatchObject({ status: 404 });
    await expect(
      client().changeDatasetVersion({ params: { ...params, datasetId: fish.id, versionId: fish.latest_version_id } }),
    ).rejects.toMatchObject({ status: 404 });

    const content = new ContentRepository(server.platform.config.dataFolder);
    const release = (await client().listReleases()).find(({ id }) => id === lesson.release_id);
    await pushChanges(server.platform);
    expect(await content.read(release?.version_major ?? '', 'lessons/71-birds/datasets.yaml')).toBe(
      `- birds@${next.latest_version_hash}\n`,
    );
  });

  it("can't be attached when archived, but stay attached", async () => {
    const [old, kept] = [await put('old', { a: 'a' }), await put('kept', { a: 'a' })];
    await client().archiveDataset({ params: { id: old.id } });
    await expect(attach(old)).rejects.toMatchObject({ status: 422, message: DATASET_MESSAGES.attachArchived('old') });
    await attach(kept);
    await client().archiveDataset({ params: { id: kept.id } });
    expect(await client().listLessonDatasets({ params: lessonParams() })).toContainEqual(
      expect.objectContaining({ name: 'kept', archived: true }),
    );
    await client().detachDataset({ params: { ...lessonParams(), datasetId: kept.id } });
  });

  it('that are missing are reported, kept by other changes, and removed by name', async () => {
    const hash = '1'.repeat(40);
    const other = await client().createLesson({ body: { sequence: 72, title: 'From elsewhere' } });
    const here = await put('here', { a: 'a' });
    // As an import from another server writes them.
    await server.platform.db
      .updateTable('lessons')
      .set({
        attached: JSON.stringify({
          packages: [],
          packages_lock: null,
          datasets: [
            { name: 'gone', hash },
            { name: 'here', hash },
          ],
        }),
      })
      .where('id', '=', other.id)
      .execute();
    const params = { id: other.id };
    expect(await client().listLessonDatasets({ params })).toMatchObject([
      { id: null, dataset_id: null, name: 'gone', hash, files: [] },
      { id: null, dataset_id: here.id, name: 'here', hash },
    ]);
    const fish = await put('more fish', { a: 'b' });
    const list = await client().attachDatasets({ params, body: { datasetVersionIds: [fish.latest_version_id] } });
    expect(list.map(({ name }) => name)).toEqual(['gone', 'here', 'more fish']);
    const changed = await client().changeDatasetVersion({ params: { ...params, datasetId: here.id, versionId: here.latest_version_id } });
    expect(changed[1]).toMatchObject({ id: here.latest_version_id });
    expect((await client().detachMissingDataset({ params: { ...params, name: 'gone' } })).map(({ name }) => name)).toEqual([
      'here',
      'more fish',
    ]);
    await expect(client().detachMissingDataset({ params: { ...params, name: 'gone' } })).rejects.toMatchObject({ status: 404 });
  });

  it('are seen by external authors of the lesson', async () => {
    const external = server.client('external');
    const own = await external.createLesson({ body: { sequence: 73, title: 'Own' } });
    const seen = await put('seen', { a: 'a' });
    const [body, params] = [{ datasetVersionIds: [seen.latest_version_id] }, { id: own.id }];
    await client().attachDatasets({ params, body });
    expect(await external.listLessonDatasets({ params })).toMatchObject([{ name: 'seen' }]);
    await expect(client().attachDatasets({ params, body: { datasetVersionIds: [999_999] } })).rejects.toMatchObject({ status: 404 });
    await expect(client().attachDatasets({ params, body: { datasetVersionIds: [] } })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a run', () => {
  const READ = "import os\nprint(open('seas/2024/depths.csv').read())\nprint(sorted(os.listdir('seas')))";

  it('finds the files of its datasets read-only, in folders with their names', async () => {
    const { id } = await client().createLesson({ body: { sequence: 74, title: 'Seas' } });
    const { newScreenId } = await client().createScreen({ params: { id }, body: { sequence: 1 } });
    const place = { lesson_id: id, screen_id: newScreenId };
    const seas = await put('seas', { 'list.txt': 'North' });
    const zipped = await sendForm<DatasetUpload>(
      server,
      { method: 'PATCH', url: `/api/dataset/${seas.id}` },
      {
        description: 'With depths',
        fileCount: 2,
        filesInfo: JSON.stringify([
          { name: '2024.zip', is_directory: true, chunkCount: 1 },
          { name: 'list.txt', is_directory: false, chunkCount: 1 },
        ]),
        file0: new File([new Uint8Array(zipBytes([{ name: 'depths.csv', bytes: '95' }]))], '2024.zip'),
        file1: new File(['North'], 'list.txt'),
      },
    );
    await client().attachDatasets({ params: { id }, body: { datasetVersionIds: [zipped.dataset?.latest_version_id ?? 0] } });
    expect(await run(place, READ)).toMatchObject({ error: null, output: "95\n['2024', 'list.txt']\n" });
    for (const code of ["open('seas/list.txt', 'w')", "open('seas/new.txt', 'w')", "os.remove('seas/list.txt')", "os.rmdir('seas')"]) {
      expect((await run(place, `import os\n${code}`)).error).toMatch(/Read-only file system|Permission denied|busy/);
    }
    // The next run finds them unchanged.
    expect(await run(place, READ)).toMatchObject({ error: null, output: "95\n['2024', 'list.txt']\n" });
  });

  it.each([
    ['r', 75, "cat(nrow(read.csv('rivers/lengths.csv')), readLines('rivers/names.txt'))", '2 Rhine'],
    ['sql', 76, 'SELECT km FROM lengths ORDER BY km DESC LIMIT 1', '1233'],
    ['cli', 77, 'wc -l < rivers/lengths.csv; cat rivers/names.txt', '3\nRhine'],
  ] as const)('in %s reads them as well', async (language, sequence, code, expected) => {
    const { id } = await client().createLesson({ body: { sequence, title: 'Rivers' } });
    await client().saveLesson({ params: { id }, body: { language, language_version: null } });
    const { newScreenId } = await client().createScreen({ params: { id }, body: { sequence: 1 } });
    const known = (await client().listDatasets()).find(({ name }) => name === 'rivers');
    const rivers = known ?? (await put('rivers', { 'lengths.csv': 'river,km\nRhine,1233\nElbe,1094\n', 'names.txt': 'Rhine' }));
    await client().attachDatasets({ params: { id }, body: { datasetVersionIds: [rivers.latest_version_id] } });
    const { error, output } = await run({ lesson_id: id, screen_id: newScreenId }, code);
    expect({ error, output }).toEqual({ error: null, output: expect.stringContaining(expected) });
    // What editors complete is what runs find.
    const names = await client().getCodeNames({ params: { id } });
    const columns = ['river', 'km'];
    expect(names.files).toEqual([
      { name: 'rivers/lengths.csv', columns },
      { name: 'rivers/names.txt', columns: [] },
    ]);
    expect(names.tables).toEqual(language === 'sql' ? [{ schema: null, name: 'lengths', columns }] : []);
  });
});
