import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionReply } from '#features/imports/contract/collections.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { type Material, TEACHING_MATERIAL } from '#testing/content/teaching-material.ts';
import { sendFile } from '#testing/send-file.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { zipBytes } from '#testing/zip-bytes.ts';

let server: TestServer;
let folder: string;
/** Numbers of lessons are given once. */
let first = 1_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-round-trips-'));
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type Format = 'notebook' | 'myst' | 'quarto';
type Files = ReadonlyMap<string, Uint8Array>;

const zipOf = (files: Files) => zipBytes([...files].map(([name, bytes]) => ({ name, bytes, isDeflated: true })));

async function exported(url: string): Promise<Files> {
  const reply = await server.inject({ url, headers: server.headers('staff') });
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.payload]).toEqual([200, '']);
  const path = join(folder, 'export.zip');
  await writeFile(path, reply.rawPayload);
  return (await readZip(path, { entries: 10_000, totalBytes: 1e9, fileBytes: 1e8 }, AbortSignal.timeout(300_000))).files;
}

/** A release with the lessons of a zip of documents. */
async function imported(files: Files, name: string): Promise<{ release: number; notes: string[] }> {
  first += 10;
  const reply = await sendForm<CollectionReply & { error?: string }>(
    server,
    { url: '/api/collections/import' },
    {
      file: new File([new Uint8Array(zipOf(files))], 'collection.zip'),
      first_number: first,
      release_name: name,
      branch_name: name.toLowerCase().replaceAll(' ', '-'),
      packages: 'true',
    },
  );
  expect([reply.error, reply.documents?.filter(({ state }) => state === 'refused')]).toEqual([undefined, []]);
  const notes = [...reply.skipped, ...reply.documents.flatMap(({ report }) => report?.notes ?? [])];
  return { release: reply.imported?.release_id ?? 0, notes: notes.map(({ place, reason }) => `${place}: ${reason}`) };
}

async function importedRelease(files: Files, name: string): Promise<number> {
  const fields = { releaseName: name, branchName: name.toLowerCase().replaceAll(' ', '-') };
  const reply = await sendFile(server, { url: '/api/releases/zip', name: 'lessons.zip', bytes: zipOf(files), fields });
  const release = reply.json<{ id: number; refused: unknown }>();
  expect(release.refused).toEqual([]);
  return release.id;
}

/** Numbers and uuids are new in each import: they are named by the order in which they come. */
function comparable(files: Files): Record<string, string> {
  const names = new Map<string, string>();
  const named = (key: string) => names.get(key) ?? (names.set(key, `<${names.size + 1}>`), names.get(key)!);
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // The end of a uuid names it in short links.
  const uuids = (text: string) =>
    text
      .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, (whole) => named(whole.slice(-8)))
      .replaceAll(/(?<=lesson:|lesson:[\da-f]{8}#)[\da-f]{8}/g, named);
  const plain = (text: string) => uuids(text).replaceAll(/(?<=^|[/( "'-]|sequence: )\d{1,4}(?=-[a-z]|\n)/g, '0');
  return Object.fromEntries(sorted.map(([path, bytes]) => [plain(path), plain(Buffer.from(bytes).toString('latin1'))]));
}

const lessonIds = async (release: number) =>
  (await server.client('staff').listLessons())
    .filter(({ release_id }) => release_id === release)
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ id }) => id)
    .join(',');

const exportedAs = async (release: number, format: Format) =>
  exported(`/api/export?format=${format}&kind=lessons&ids=${await lessonIds(release)}`);

async function lossesOf(release: number, format: Format): Promise<string[]> {
  const query = { format, kind: 'lessons', ids: await lessonIds(release) } as const;
  const { lessons } = await server.client('staff').getExportReport({ query });
  return lessons.flatMap(({ title, losses }) =>
    losses.map(({ screen, reason }) => `${title}${screen === null ? '' : ` ${screen}`}: ${reason}`),
  );
}

const lessonsOf = async (release: number) =>
  comparable(new Map([...(await exported(`/api/release/${release}/export`))].filter(([path]) => path.startsWith('lessons/'))));

/** What the formats can't hold of each collection, beside the settings of Jupyter. The full report is compared. */
const NAMED: Readonly<Record<string, (format: Format) => readonly string[]>> = {
  'Bird counts': () => ['Plots: To run the code, install its packages: seaborn.'],
  'Means and medians': () => ['Means', 'Medians'].map((lesson) => `${lesson}: To run the code, install IRkernel in Jupyter.`),
  'Asking a library': () =>
    ['Start', 'Joins'].map((lesson) => `${lesson}: Plain Jupyter doesn’t run the code of this lesson. It becomes listings.`),
  'Command line': () => ['Files', 'Pipes'].map((lesson) => `${lesson}: To run the code, install bash_kernel in Jupyter.`),
  'Own lessons': (format) => {
    const thing = format === 'notebook' ? 'the notebook' : 'the page';
    return [
      `Questions: No text shows these images, so an import of ${thing} leaves them out: cat.png.`,
      `Questions: Accepted findings of preflight aren’t in ${thing}.`,
      'Checks: To run the code, install its packages: seaborn.',
      `Checks: No text shows these images, so an import of ${thing} leaves them out: cat.png.`,
    ];
  },
};

/** Files without what the report names. Code ends without blank lines. */
function held(files: Record<string, string>): Record<string, string> {
  const kept = Object.entries(files).filter(([path]) => !path.endsWith('/images/cat.png') && !path.endsWith('/preflight.yaml'));
  return Object.fromEntries(kept.map(([path, text]) => [path, path.includes('/code/') ? text.replace(/\n+$/, '\n') : text]));
}

describe.each(TEACHING_MATERIAL)('$title', ({ title, files, isRelease }: Material) => {
  const source = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  let release: number;
  beforeAll(async () => {
    release = isRelease ? await importedRelease(source, title) : (await imported(source, title)).release;
  });

  it.each(['notebook', 'myst', 'quarto'] as const)('gives the same lessons as %s, apart from what the report names', async (format) => {
    expect.soft(await lossesOf(release, format)).toEqual(NAMED[title]?.(format));
    const document = await exportedAs(release, format);
    const again = await imported(document, `${title} ${format}`);
    const unshown = ['1-questions', '2-checks'].map((lesson) => `${lesson}/images: No lesson uses cat.png.`);
    expect.soft(again.notes).toEqual(isRelease && format !== 'notebook' ? unshown : []);
    const [before, after] = [held(await lessonsOf(release)), await lessonsOf(again.release)];
    expect.soft(after).toEqual(before);
    const second = await exportedAs(again.release, format);
    expect.soft(comparable(second)).toEqual(held(comparable(document)));
    expect(await lessonsOf((await imported(second, `${title} ${format} again`)).release)).toEqual(after);
  });
});
