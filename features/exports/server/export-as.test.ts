import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setLessonFiles } from '#features/lesson-files/server/data-files.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { ApiError } from '#platform/contract/client.ts';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { pngPhoto } from '#testing/photo-bytes.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { sendFile } from '#testing/send-file.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import type { ExportFormat, ExportQuery } from '../contract.ts';

let server: TestServer;
let folder: string;
let next = 900;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-export-as-'));
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const staff = () => server.client('staff');
const PNG = pngBytes(5, 6);

const send = (format: ExportFormat, kind: ExportQuery['kind'], ids: readonly number[], role: TestRole = 'staff') =>
  server.inject({ url: `/api/export?format=${format}&kind=${kind}&ids=${ids.join(',')}`, headers: server.headers(role) });

async function filesIn(zip: Buffer): Promise<Map<string, string>> {
  const path = join(folder, 'export.zip');
  await writeFile(path, zip);
  const { files } = await readZip(path, { entries: 10_000, totalBytes: 1e9, fileBytes: 1e8 }, AbortSignal.timeout(300_000));
  return new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
}

/** A lesson with a text and a code screen, an image, and data files; saved, and in no commit yet. */
async function makeLesson(title = 'Whole', release?: { id: number }) {
  const lesson = await staff().createLesson({ body: { sequence: next++, title, ...(release && { release_id: release.id }) } });
  const { id } = lesson;
  const { newScreenId: text } = await staff().createScreen({ params: { id }, body: { sequence: 1 } });
  await staff().saveScreen({
    params: { lessonId: id, screenId: text },
    body: { title: 'One', body_markdown: '![cat](../../images/cat.png)' },
  });
  const { newScreenId: code } = await staff().createScreen({ params: { id }, body: { sequence: 2, type: 'code' } });
  await staff().saveScreen({
    params: { lessonId: id, screenId: code },
    body: { title: 'Two', answer_code: 'print(1)', custom_check_code: 'check_output(1)', chat_prompt: 'Help.' },
  });
  const put = (kind: 'datafile' | 'image', name: string, bytes: Uint8Array | string) =>
    sendFile(server, { url: `/api/lesson/${id}/${kind}`, name, bytes, fields: { overwrite: 'true' } });
  await put('image', 'cat.png', PNG);
  await put('datafile', 'data.csv', 'a,b\n');
  await put('datafile', 'clash.txt', 'never shown');
  const clash = (await staff().listDataFiles({ params: { id } })).find(({ file_name }) => file_name === 'clash.txt');
  await staff()
    .saveDataFile({ params: { fileId: clash!.id }, body: { alias: '../../outside.txt' } })
    .catch(() => undefined);
  return lesson;
}

describe('GET /api/export', () => {
  it('sends a notebook with its data, which an import makes the same lesson', async () => {
    const { id, sequence } = await makeLesson();
    const reply = await send('notebook', 'lessons', [id]);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="whole-notebooks.zip"',
    });
    const files = await filesIn(reply.rawPayload);
    expect([...files.keys()].filter((path) => !path.startsWith(`${sequence}-whole/`) || path.includes('..'))).toEqual([]);
    expect(files.get(`${sequence}-whole/data.csv`)).toBe('a,b\n');
    const notebook = files.get(`${sequence}-whole/${sequence}-whole.ipynb`)!;
    const imported = await sendForm<{ status: number; lesson_id: number; report: { notes: unknown[] } }>(
      server,
      { url: '/api/lessons/import-file', role: 'staff' },
      { sequence: next++, file: new File([notebook], 'whole.ipynb') },
    );
    expect(imported).toMatchObject({
      status: 200,
      report: { notes: [{ reason: expect.stringContaining('clash.txt, data.csv') as string }] },
    });
    const again = await staff().listScreens({ params: { id: imported.lesson_id } });
    expect(again).toMatchObject([
      { title: 'One', type: 'text', body_markdown: '![cat](../../images/cat.png)' },
      { title: 'Two', type: 'code', answer_code: 'print(1)', custom_check_code: 'check_output(1)' },
    ]);
    expect(await staff().listImages({ params: { id: imported.lesson_id } })).toMatchObject([{ file_name: 'cat.png', width: 5 }]);
  });

  it.each([
    ['myst', ['myst.yml', 'index.md', 'page.md', 'images/cat.png']],
    ['quarto', ['_quarto.yml', 'index.qmd', 'page.qmd', 'images/cat.png']],
    ['website', ['index.html', 'style.css', 'index.html', '01-one.html', '02-two.html', 'images/cat.png', 'files/data.csv']],
  ] as const)('sends a course as a project for %s, with its lessons in order', async (format, endings) => {
    const release = await staff().createRelease({
      body: { name: `Course ${format}`, version_major: `course-${format}`, create_new: true },
    });
    const course = await staff().createCourse({ body: { sequence: next++, name: 'All of it', release_id: release.id } });
    const lessons = [await makeLesson('Second', release), await makeLesson('First', release)];
    for (const { id } of lessons.toReversed()) await staff().addCourseLesson({ params: { id: course.id, lessonId: id }, body: {} });
    const files = await filesIn((await send(format, 'course', [course.id])).rawPayload);
    const folders = lessons.toReversed().map(({ sequence, title }) => `${sequence}-${title.toLowerCase()}`);
    const start = files.get(endings[0]) ?? '';
    expect(folders.map((name) => start.indexOf(name)).every((at, index, all) => at > 0 && (index === 0 || at > all[index - 1]!))).toBe(
      true,
    );
    for (const ending of endings.slice(2)) {
      const [name] = folders;
      const path = ending.startsWith('page') ? `${name}/${name}${ending.slice('page'.length)}` : `${name}/${ending}`;
      expect([...files.keys(), 'index.md', 'index.qmd']).toContain(ending.startsWith('index.') ? ending : path);
    }
    expect((await send(format, 'release', [release.id])).statusCode).toBe(200);
  });

  it('sends questions for other platforms, with their images', async () => {
    const { id, sequence } = await makeLesson();
    const [screen] = await staff().listScreens({ params: { id } });
    const question = '![cat](../../images/cat.png)';
    await staff().createQuestion({ params: { lessonId: id, screenId: screen!.id }, body: { question } });
    const folder = `${sequence}-whole`;
    const moodle = await filesIn((await send('moodle', 'lessons', [id])).rawPayload);
    expect([...moodle.keys()]).toEqual([`${folder}/${folder}.xml`]);
    expect(moodle.get(`${folder}/${folder}.xml`)).toContain('<file name="cat.png" path="/" encoding="base64">');
    const qti = await filesIn((await send('qti', 'lessons', [id])).rawPayload);
    const paths = ['test.xml', 'screen-1-question-1.xml', 'images/cat.png'].map((name) => `${folder}/${name}`);
    expect([...qti.keys()]).toEqual([...paths, 'imsmanifest.xml']);
    for (const path of paths) expect(qti.get('imsmanifest.xml')).toContain(`href="${path}"`);
  });

  it('has photographs of git without their position', async () => {
    const { id, sequence } = await makeLesson();
    const { blobs, db } = server.platform;
    const photo = pngPhoto(PNG);
    const blob = await blobs.put(photo);
    const images = [{ ...blob, kind: 'image', file_name: 'cat.png', settings: {} } as const];
    await db.transaction().execute((tx) => setLessonFiles(tx, id, images));
    const shown = Buffer.from(withoutMetadata(photo));
    const pages = await filesIn((await send('website', 'lessons', [id])).rawPayload);
    expect(pages.get(`${sequence}-whole/images/cat.png`)).toBe(shown.toString('utf8'));
    const notebooks = await filesIn((await send('notebook', 'lessons', [id])).rawPayload);
    expect(notebooks.get(`${sequence}-whole/${sequence}-whole.ipynb`)).toContain(shown.toString('base64'));
  });

  it('is for those who may read the lessons', async () => {
    const { id, sequence } = await makeLesson();
    // External authors see the newest version of a number.
    await server.client('owner').createLesson({ body: { sequence, title: 'Other' } });
    const [release] = await staff().listReleases();
    const published = (await staff().listLessons()).find(({ is_main }) => is_main)!;
    expect((await send('website', 'lessons', [published.id], 'external')).statusCode).toBe(200);
    expect((await send('website', 'lessons', [id], 'external')).statusCode).toBe(404);
    expect((await send('website', 'release', [release!.id], 'external')).statusCode).toBe(403);
    expect((await send('website', 'course', [1], 'external')).statusCode).toBe(403);
    expect((await send('website', 'lessons', [999_999])).statusCode).toBe(404);
    expect((await send('website', 'release', [release!.id, 999_999])).statusCode).toBe(422);
    expect((await server.inject({ url: '/api/export?format=doc&kind=lessons&ids=1', headers: server.headers('staff') })).statusCode).toBe(
      400,
    );
  });
});

describe('GET /api/export/report', () => {
  it('says what a format leaves out, by screen', async () => {
    const { id, sequence } = await makeLesson();
    const report = await staff().getExportReport({ query: { format: 'notebook', kind: 'lessons', ids: String(id) } });
    expect(report).toEqual({
      file_name: 'whole-notebooks.zip',
      lessons: [{ id, sequence, title: 'Whole', losses: [{ screen: 2, title: 'Two', reason: 'The chat prompt isn’t in the notebook.' }] }],
    });
    await server.client('owner').createLesson({ body: { sequence, title: 'Other' } });
    const refused = await server
      .client('external')
      .getExportReport({ query: { format: 'notebook', kind: 'lessons', ids: String(id) } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
  });
});
