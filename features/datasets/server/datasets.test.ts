import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { zipBytes } from '#testing/zip-bytes.ts';
import type { DatasetUpload } from '../contract/datasets.ts';
import { createUsedDataset } from './create-used-dataset.ts';
import { MESSAGES } from './messages.ts';
import { removeAbandonedUploads } from './uploads/uploads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

type Reply = DatasetUpload & { error?: string };
interface Info {
  name: string;
  is_directory?: boolean;
  chunkCount?: number;
  bytes?: number;
}

const file = (bytes: string | Uint8Array, name = 'file') => new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);
const infos = (list: readonly Info[]) => ({
  fileCount: list.length,
  filesInfo: JSON.stringify(list.map((info) => ({ is_directory: false, chunkCount: 1, ...info }))),
});
const create = (name: string, list: readonly Info[], files: Record<string, File> = {}, role: TestRole = 'staff') =>
  sendForm<Reply>(server, { url: '/api/dataset', role }, { name, description: `All about ${name}`, ...infos(list), ...files });
const addVersion = (id: number, list: readonly Info[], files: Record<string, File> = {}, description = 'More') =>
  sendForm<Reply>(server, { method: 'PATCH', url: `/api/dataset/${id}` }, { description, ...infos(list), ...files });
const chunk = (uploadId: string, at: { file: number; chunk: number }, bytes: string | Uint8Array, role: TestRole = 'staff') =>
  sendForm<Reply>(server, { url: '/api/dataset/chunk', role }, { uploadId, ...at, bytes: file(bytes) });
/** A dataset with one file. */
const made = async (name: string, text = name) => {
  const { dataset } = await create(name, [{ name: 'a.csv' }], { file0: file(text) });
  if (!dataset) throw new Error('It was not made.');
  return dataset;
};
const client = () => server.client('staff');

it('a dataset of the sample lessons is created once, where lessons use one of its name', async () => {
  const { hash } = (await client().listDatasetVersions({ params: { id: (await made('ferry-copy', 'tide\n')).id } }))[0] ?? {};
  const files = () => Promise.resolve(new Map([['a.csv', Buffer.from('tide\n')]]));
  const add = () => createUsedDataset(server.platform, { name: 'ferry', description: 'Crossings' }, files, new AbortController().signal);
  const listed = async () => (await client().listDatasets()).filter(({ name }) => name === 'ferry');
  await add();
  expect(await listed()).toEqual([]);
  const { id } = await client().createLesson({ body: { sequence: 91, title: 'Ferries' } });
  const datasets = JSON.stringify([{ name: 'ferry', hash }]);
  await sql`update lessons set attached = jsonb_set(attached, '{datasets}', ${datasets}::jsonb) where id = ${id}`.execute(
    server.platform.db,
  );
  await add();
  await add();
  expect(await listed()).toMatchObject([{ description: 'Crossings', latest_version_hash: hash, version_count: 1, lessons: [91] }]);
});

describe('a new dataset', () => {
  it('is created from the uploaded files, and listed with its version', async () => {
    const reply = await create('birds', [{ name: 'a.csv', bytes: 4 }, { name: 'b.csv' }], { file0: file('x,y\n'), file1: file('') });
    expect(reply).toMatchObject({ status: 200, dataset: { name: 'birds', archived: false, lessons: [], version_count: 1 } });
    const [listed] = (await client().listDatasets()).filter(({ name }) => name === 'birds');
    expect(listed).toEqual(reply.dataset);
    const versions = await client().listDatasetVersions({ params: { id: listed?.id ?? 0 } });
    expect(versions).toEqual([
      expect.objectContaining({
        id: listed?.latest_version_id,
        hash: listed?.latest_version_hash,
        description: 'All about birds',
        bytes: 4,
        files: [
          { file_name: 'a.csv', bytes: 4 },
          { file_name: 'b.csv', bytes: 0 },
        ],
        lesson_sequences: [],
      }),
    ]);
  });

  it('shows how its files begin', async () => {
    const long = 'one line\n'.repeat(20_000);
    const info = ['short.csv', 'long.csv', 'none.csv', 'image.png'].map((name) => ({ name }));
    const files = { file0: file('x,y\n1,2\n'), file1: file(long), file2: file(''), file3: file(new Uint8Array([1, 0, 2])) };
    const { dataset } = await create('begins', info, files);
    const params = { id: dataset?.id ?? 0, versionId: dataset?.latest_version_id ?? 0 };
    const begin = (name: string) => client().getDatasetFile({ params, query: { name } });
    expect(await begin('short.csv')).toEqual({ text: 'x,y\n1,2', is_cut: false });
    expect(await begin('long.csv')).toEqual({ text: long.slice(0, 9 * 100 - 1), is_cut: true });
    expect(await begin('none.csv')).toEqual({ text: '', is_cut: false });
    expect(await begin('image.png')).toEqual({ text: null, is_cut: false });
    await expect(begin('../short.csv')).rejects.toMatchObject({ status: 404 });
    const other = { params: { ...params, id: (await made('other-begins')).id }, query: { name: 'short.csv' } };
    await expect(client().getDatasetFile(other)).rejects.toMatchObject({ status: 404 });
  });

  it('unpacks a directory into a folder with its name, and lists files as people number them', async () => {
    const numbered = ['10', '2'].map((number) => ({ name: `cats/${number}.txt`, bytes: number }));
    const one = { name: 'cats/1.txt', bytes: 'one', isDeflated: true };
    const zip = zipBytes([{ name: 'cats/' }, ...numbered, one, { name: 'dog.txt', bytes: 'dog' }]);
    const reply = await create('animals', [{ name: 'photos.zip', is_directory: true }, { name: 'list.txt' }], {
      file0: file(zip),
      file1: file('2'),
    });
    const [version] = await client().listDatasetVersions({ params: { id: reply.dataset?.id ?? 0 } });
    expect(version?.files.map(({ file_name }) => file_name)).toEqual([
      'list.txt',
      ...['1', '2', '10'].map((number) => `photos/cats/${number}.txt`),
      'photos/dog.txt',
    ]);
  });

  it.each<[string, Parameters<typeof create>, number, RegExp]>([
    ['without a name', [' ', [{ name: 'a' }]], 400, /needs a name/],
    ['whose name is a way', ['a/b', [{ name: 'a' }]], 400, /cannot contain \//],
    ['without files', ['none', []], 400, /Add at least one file/],
    ['with a file that is a way', ['ways', [{ name: '../a' }]], 422, /has no \//],
    ['with two files of one name', ['twins', [{ name: 'a' }, { name: 'A' }]], 422, /Another file has the same name/],
    ['with a folder and a file of one name', ['both', [{ name: 'a' }, { name: 'a.zip', is_directory: true }]], 422, /a file/],
    ['with a file that is not listed', ['more', [{ name: 'a' }], { file1: file('') }], 422, /does not list it/],
    ['with a file that is cut short', ['cut', [{ name: 'a', bytes: 9 }], { file0: file('1234') }], 422, /4 of 9 bytes arrived/],
    ['with a zip that is none', ['odd', [{ name: 'a.zip', is_directory: true }], { file0: file('zip') }], 422, /not a zip/],
    [
      'with a zip that leads elsewhere',
      ['out', [{ name: 'a.zip', is_directory: true }], { file0: file(zipBytes([{ name: '../b', bytes: '' }])) }],
      422,
      /contains “\.” or “\.\.”/,
    ],
    [
      'with a damaged zip',
      ['bad', [{ name: 'a.zip', is_directory: true }], { file0: file(zipBytes([{ name: 'b', bytes: 'x', crc: 7 }])) }],
      422,
      /checksum/,
    ],
    ['with an empty zip', ['void', [{ name: 'a.zip', is_directory: true }], { file0: file(zipBytes([])) }], 422, /no files/],
  ])('%s is refused, and nothing of it is kept', async (_, args, status, text) => {
    expect(await create(...args)).toMatchObject({ status, error: expect.stringMatching(text) });
    expect(await client().listDatasetUploads()).toEqual([]);
    expect(await uploadFolders()).toEqual([]);
  });

  it('needs a unique name, ignoring case', async () => {
    await made('Whales');
    expect(await create('whales', [{ name: 'a' }], { file0: file('') })).toMatchObject({
      status: 409,
      error: MESSAGES.nameTaken('Whales'),
    });
  });
});

const uploadFolders = async () => {
  const folder = join(server.platform.config.dataFolder, 'uploads');
  return existsSync(folder) ? readdir(folder) : [];
};

describe('an upload in chunks', () => {
  it('accepts chunks out of order and twice, reports missing ones, and creates the same version as full files', async () => {
    const bytes = randomBytes(3_000);
    const parts = [bytes.subarray(0, 1_000), bytes.subarray(1_000, 2_000), bytes.subarray(2_000)] as const;
    const list = [{ name: 'big.bin', chunkCount: 3, bytes: 3_000 }, { name: 'small.txt' }];
    const begun = await create('chunked', list, { file1: file('small') });
    expect(begun).toMatchObject({ status: 200, dataset: null, files: [{ arrived: [] }, { arrived: [0] }] });
    const { uploadId } = begun;
    expect(await chunk(uploadId, { file: 0, chunk: 2 }, parts[2])).toMatchObject({
      dataset: null,
      files: [{ arrived: [2] }, { arrived: [0] }],
    });
    // A truncated chunk is sent again with all its bytes.
    await chunk(uploadId, { file: 0, chunk: 0 }, 'half of it');
    expect(await chunk(uploadId, { file: 0, chunk: 0 }, parts[0])).toMatchObject({ files: [{ arrived: [0, 2] }, { arrived: [0] }] });
    expect(await client().getDatasetUpload({ params: { uploadId } })).toMatchObject({
      dataset: null,
      files: [{ arrived: [0, 2] }, { arrived: [0] }],
    });
    expect((await client().listDatasetUploads()).map((upload) => upload.uploadId)).toEqual([uploadId]);
    // Many requests bring the last one at once, and the version is created once.
    const replies = await Promise.all(Array.from({ length: 8 }, () => chunk(uploadId, { file: 0, chunk: 1 }, parts[1])));
    const [one] = replies;
    expect(one?.dataset).toMatchObject({ name: 'chunked', version_count: 1 });
    expect(new Set(replies.map(({ dataset }) => JSON.stringify(dataset))).size).toBe(1);
    // A client that missed the reply asks, or sends it again.
    expect((await client().getDatasetUpload({ params: { uploadId } })).dataset).toEqual(one?.dataset);
    expect((await chunk(uploadId, { file: 0, chunk: 1 }, parts[1])).dataset).toEqual(one?.dataset);
    expect(await client().listDatasetUploads()).toEqual([]);
    expect(await uploadFolders()).toEqual([]);
    const whole = await create('whole', [{ name: 'big.bin' }, { name: 'small.txt' }], { file0: file(bytes), file1: file('small') });
    expect(whole.dataset?.latest_version_hash).toBe(one?.dataset?.latest_version_hash);
  });

  it('assembles a directory before unpacking it', async () => {
    const zip = zipBytes([{ name: 'a.txt', bytes: 'x'.repeat(500) }]);
    const { uploadId } = await create('zipped', [{ name: 'd.zip', is_directory: true, chunkCount: 2 }]);
    await chunk(uploadId, { file: 0, chunk: 1 }, zip.subarray(200));
    const { dataset } = await chunk(uploadId, { file: 0, chunk: 0 }, zip.subarray(0, 200));
    const [version] = await client().listDatasetVersions({ params: { id: dataset?.id ?? 0 } });
    expect(version?.files).toEqual([{ file_name: 'd/a.txt', bytes: 500 }]);
  });

  it('belongs to its sender, can be stopped, and is deleted after a day', async () => {
    const { uploadId } = await create('left', [{ name: 'a', chunkCount: 2 }]);
    expect(await chunk(uploadId, { file: 0, chunk: 0 }, 'a', 'owner')).toMatchObject({ status: 404 });
    expect(await chunk(uploadId, { file: 0, chunk: 2 }, 'a')).toMatchObject({ status: 400, error: MESSAGES.noSuchChunk });
    expect(await chunk(uploadId, { file: 1, chunk: 0 }, 'a')).toMatchObject({ status: 400 });
    await client().discardDatasetUpload({ params: { uploadId } });
    expect(await chunk(uploadId, { file: 0, chunk: 0 }, 'a')).toMatchObject({ status: 404 });

    const abandoned = await create('left', [{ name: 'a', chunkCount: 2 }], { file0: file('a') });
    expect(await removeAbandonedUploads(server.platform, new Date(Date.now() - 60_000))).toBe(0);
    expect(await uploadFolders()).toEqual([abandoned.uploadId]);
    // Finished uploads are deleted too.
    expect(await removeAbandonedUploads(server.platform, new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    expect(await uploadFolders()).toEqual([]);
    await expect(client().getDatasetUpload({ params: { uploadId: abandoned.uploadId } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a new version', () => {
  it('becomes the latest, unless its files are unchanged', async () => {
    const { id, latest_version_hash } = await made('grows', 'one');
    const same = await addVersion(id, [{ name: 'a.csv' }], { file0: file('one') });
    expect(same).toMatchObject({ status: 422, error: MESSAGES.sameFiles(latest_version_hash) });
    const next = await addVersion(id, [{ name: 'a.csv' }], { file0: file('two') }, 'Two instead of one');
    expect(next.dataset).toMatchObject({ id, version_count: 2, description: 'All about grows' });
    const versions = await client().listDatasetVersions({ params: { id } });
    expect(versions.map(({ description }) => description)).toEqual(['Two instead of one', 'All about grows']);
    expect(versions[1]?.hash).toBe(latest_version_hash);
    // An earlier content may come back.
    const back = await addVersion(id, [{ name: 'a.csv' }], { file0: file('one') });
    expect(back.dataset).toMatchObject({ version_count: 3, latest_version_hash });
  });

  it('needs a description and at least one file; an archived dataset stays archived', async () => {
    const { id } = await made('archive');
    expect((await addVersion(id, [{ name: 'a' }], {}, ' ')).status).toBe(400);
    expect((await addVersion(id, [])).status).toBe(400);
    expect((await addVersion(999_999, [{ name: 'a' }])).status).toBe(404);
    expect(await client().archiveDataset({ params: { id } })).toMatchObject({ archived: true });
    const next = await addVersion(id, [{ name: 'a' }], { file0: file('') });
    expect(next).toMatchObject({ status: 200, dataset: { version_count: 2, archived: true } });
    expect(await client().unarchiveDataset({ params: { id } })).toMatchObject({ archived: false });
    await expect(client().archiveDataset({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a download', () => {
  const download = (id: number, payload?: object) =>
    server.inject({
      method: 'POST',
      url: `/api/dataset/${id}/download`,
      headers: server.headers('staff'),
      ...(payload ? { payload } : {}),
    });

  it('is a zip of the latest or the given version, with its size', async () => {
    const { id, latest_version_id } = await made('fetched', 'first');
    await addVersion(id, [{ name: 'b.csv' }, { name: 'é-x' }], { file0: file('second'), file1: file('') });
    const textOf = async (payload: Buffer) => {
      const path = join(server.platform.config.dataFolder, 'fetched.zip');
      await writeFile(path, payload);
      const { files } = await readZip(path, { entries: 10, totalBytes: 1_000, fileBytes: 1_000 });
      return [...files].map(([name, bytes]) => `${name}: ${Buffer.from(bytes).toString()}`);
    };
    const latest = await download(id);
    expect(latest.statusCode).toBe(200);
    expect(latest.headers['content-type']).toBe('application/zip');
    expect(Number(latest.headers['content-length'])).toBe(latest.rawPayload.length);
    expect(await textOf(latest.rawPayload)).toEqual(['b.csv: second', 'é-x: ']);
    const first = await download(id, { datasetVersionId: latest_version_id });
    expect(await textOf(first.rawPayload)).toEqual(['a.csv: first']);
    const byLink = await server.inject({ url: `/api/dataset/${id}/version/${latest_version_id}/zip`, headers: server.headers('staff') });
    expect(byLink.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(byLink.headers['content-disposition']).toMatch(/^attachment; filename="fetched-[0-9a-f]{8}\.zip"$/);
  });

  it('returns 404 for an unknown dataset or version', async () => {
    const { latest_version_id } = await made('elsewhere');
    const { id } = await made('here');
    for (const reply of [await download(999_999), await download(id, { datasetVersionId: latest_version_id })]) {
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ error: 'Invalid dataset id.' });
    }
  });
});
