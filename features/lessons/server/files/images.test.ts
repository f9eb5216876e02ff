import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Image } from '#features/lesson-files/contract/images.ts';
import { setLessonFiles } from '#features/lesson-files/server/data-files.ts';
import { deleteWithUndo } from '#features/revisions/contract.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { jpegPhoto, POSITION } from '#testing/photo-bytes.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { storeCleanImages } from './clean-image.ts';

let server: TestServer;
let next = 600;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const makeLesson = (role: 'staff' | 'external' = 'staff') =>
  server.client(role).createLesson({ body: { sequence: next++, title: 'Pictures' } });

/** The beginning and the end of a PNG of this size. */
function png(width: number, height: number, filling = 0): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1'),
    size,
    Buffer.alloc(filling),
    Buffer.from('\0\0\0\0IEND\xaeB\x60\x82', 'latin1'),
  ]);
}

interface Sent {
  name?: string;
  bytes?: Uint8Array | string;
  overwrite?: string;
  role?: TestRole;
}

async function upload(lessonId: number, { name = 'cat.png', bytes = png(20, 10), overwrite, role }: Sent = {}) {
  const fields: Record<string, string> = overwrite === undefined ? {} : { overwrite };
  const reply = await sendFile(server, { url: `/api/lesson/${lessonId}/image`, name, bytes, fields, ...(role && { role }) });
  return { status: reply.statusCode, ...reply.json<Image & { error?: string; code?: string }>() };
}

const show = (url: string, { role = 'staff', headers = {} }: { role?: TestRole; headers?: Record<string, string> } = {}) =>
  server.inject({ url, headers: { ...server.headers(role), ...headers } });

describe('a photograph', () => {
  it('loses its position when it is uploaded, and keeps its orientation', async () => {
    const { id } = await makeLesson();
    const { status, s3_url, bytes } = await upload(id, { name: 'photo.jpg', bytes: jpegPhoto() });
    expect(status).toBe(200);
    const shown = (await show(s3_url)).rawPayload;
    expect([shown.length, shown.includes(POSITION), shown.includes('II*\0')]).toEqual([bytes, false, true]);
  });

  it('that git brought stays as it is there, and is sent without its position', async () => {
    const { id } = await makeLesson();
    const { blobs, db } = server.platform;
    const blob = await blobs.put(jpegPhoto());
    const file = { ...blob, kind: 'image', file_name: 'photo.jpg', settings: {} } as const;
    await db.transaction().execute((tx) => setLessonFiles(tx, id, [file]));
    const shown = await show(`/api/lesson/${id}/image/photo.jpg`);
    expect([shown.statusCode, shown.rawPayload.includes(POSITION)]).toEqual([200, false]);
    expect(Buffer.from(await blobs.get(blob.sha256)).includes(POSITION)).toBe(true);
    const part = { params: { kind: 'lesson', id }, query: { part: 'image:photo.jpg' } } as const;
    const [version] = (await staff().listVersions(part)).versions;
    const kept = await show(`/api/history/lesson/${id}/version/${version?.id}/file`);
    expect([kept.statusCode, kept.rawPayload.equals(shown.rawPayload)]).toEqual([200, true]);
    // What a build has of it.
    const [built] = await storeCleanImages(blobs, [file]);
    expect(built).toMatchObject({ kind: 'image', size: shown.rawPayload.length });
    expect(Buffer.from(await blobs.get(built?.sha256 ?? ''))).toEqual(shown.rawPayload);
  });
});

it('images are listed as people number them', async () => {
  const { id } = await makeLesson();
  for (const name of ['day10.png', 'day2.png', 'day1.png']) await upload(id, { name });
  const listed = await staff().listImages({ params: { id } });
  expect(listed.map(({ file_name }) => file_name)).toEqual(['day1.png', 'day2.png', 'day10.png']);
});

describe('an image', () => {
  it('can be uploaded, listed, shown, replaced and deleted', async () => {
    const lesson = await makeLesson();
    const { id } = lesson;
    const told = vi.spyOn(server.platform.live, 'publish');
    const { status, ...image } = await upload(id, { name: 'my cat (1).png', bytes: png(1920, 1080) });
    expect({ status, image }).toEqual({
      status: 200,
      image: {
        id: expect.any(Number),
        file_name: 'my cat (1).png',
        s3_url: expect.stringMatching(new RegExp(`^/api/lesson/${id}/image/my%20cat%20\\(1\\)\\.png\\?v=[0-9a-f]{12}$`)),
        markdown_path: '../../images/my%20cat%20%281%29.png',
        bytes: png(1, 1).length,
        width: 1920,
        height: 1080,
      },
    });
    expect(told).toHaveBeenCalledWith(`lesson:${id}`, { type: 'files-changed' });
    told.mockRestore();
    expect(await staff().listImages({ params: { id } })).toEqual([image]);

    expect(await upload(id, { name: 'my cat (1).png', bytes: png(30, 30) })).toMatchObject({ status: 409, code: 'already_exists' });
    expect(await upload(id, { name: 'my cat (1).png', bytes: png(30, 30), overwrite: 'true' })).toMatchObject({ id: image.id, width: 30 });
    expect(await upload(id, { name: 'a.png' })).toMatchObject({ status: 200 });
    const deletion = await deleteWithUndo((options) => staff().deleteImage({ params: { id: image.id } }, options));
    expect(deletion.remaining.map(({ file_name }) => file_name)).toEqual(['a.png']);
    const [item] = (await staff().listTrash()).filter(({ lesson_id }) => lesson_id === id);
    expect(item).toMatchObject({ id: deletion.deletedItem, kind: 'image', name: 'my cat (1).png' });
    await staff().restoreItem({ params: { id: item!.id } });
    expect(await staff().listImages({ params: { id } })).toMatchObject([
      { file_name: 'a.png' },
      { file_name: 'my cat (1).png', width: 30 },
    ]);
    const summaries = await server.platform.db.selectFrom('changes').select('summary').where('lesson_id', '=', id).orderBy('id').execute();
    const said = summaries.map(({ summary }) => summary.replace(` lesson ${lesson.sequence}: Pictures`, ''));
    expect(said).toEqual([
      'Create',
      'Add image my cat (1).png to',
      'Replace image my cat (1).png of',
      'Add image a.png to',
      'Delete image my cat (1).png of',
      'Restore image my cat (1).png of',
    ]);
  });

  it('is detected by its bytes, not its name', async () => {
    const { id } = await makeLesson();
    expect(await upload(id, { name: 'cat.jpg' })).toMatchObject({ status: 200 });
    expect((await show(`/api/lesson/${id}/image/cat.jpg`)).headers['content-type']).toBe('image/png');
    expect(await upload(id, { name: 'notes.png', bytes: 'text' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('PNG, JPEG'),
    });
    const svg = { status: 422, error: expect.stringContaining('scripts') };
    expect(await upload(id, { name: 'x.svg', bytes: '<svg/>' })).toMatchObject(svg);
    expect(await upload(id, { name: 'x.png', bytes: '<?xml version="1.0"?>\n<svg width="1"/>' })).toMatchObject(svg);
  });

  it("is refused over 5 MB, and from users who can't edit", async () => {
    const { id } = await makeLesson();
    expect(await upload(id, { bytes: png(1, 1, 5_242_880) })).toMatchObject({
      status: 413,
      error: 'Selected image exceeds the maximum recommended size of 5 MB.',
    });
    expect(await staff().listImages({ params: { id } })).toEqual([]);
    expect(await upload(id, { bytes: png(1, 1, 5_242_880 - png(1, 1).length) })).toMatchObject({ status: 200, bytes: 5_242_880 });
    expect(await upload(id, { overwrite: 'perhaps' })).toMatchObject({ status: 400 });
    expect(await upload(id, { name: 'Cat.PNG', overwrite: 'true' })).toMatchObject({ status: 422 });
    const published = (await staff().listLessons()).find(({ is_main }) => is_main)!;
    expect(await upload(published.id)).toMatchObject({ status: 422 });
    const own = await makeLesson('external');
    expect(await upload(own.id, { role: 'external' })).toMatchObject({ status: 200 });
    await expect(staff().deleteImage({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().listImages({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('GET /api/lesson/{id}/image/{fileName}', () => {
  it('sends safe content types, with a cache lifetime', async () => {
    const { id } = await makeLesson();
    const { s3_url } = await upload(id);
    const kept = await show(s3_url);
    expect(kept.rawPayload.equals(png(20, 10))).toBe(true);
    expect(kept.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const plain = await show(s3_url.replace(/\?.*/, ''));
    expect(plain.headers['cache-control']).toBe('private, no-cache');
    const etag = String(plain.headers['etag']);
    expect((await show(s3_url.replace(/\?.*/, ''), { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    await upload(id, { bytes: png(21, 10), overwrite: 'true' });
    // The old address doesn't serve the new image from the cache.
    expect((await show(s3_url, { headers: { 'if-none-match': etag } })).headers['cache-control']).toBe('private, no-cache');
  });

  it('is limited to readers of the lesson', async () => {
    const { id } = await makeLesson();
    const { s3_url } = await upload(id);
    const { id: copy } = await server.client('owner').cloneLesson({ params: { id } });
    await server.client('owner').saveLesson({ params: { id: copy }, body: { title: 'Newer' } });
    expect((await show(s3_url, { role: 'external' })).statusCode).toBe(404);
    expect((await show(s3_url.replace(`/${id}/`, `/${copy}/`), { role: 'external' })).statusCode).toBe(200);
    expect((await show(`/api/lesson/${id}/image/none.png`)).statusCode).toBe(404);
    expect((await show(`/api/lesson/x/image/cat.png`)).statusCode).toBe(400);
  });

  it('reports a lost stored file, and still lists it', async () => {
    const { id } = await makeLesson();
    const { s3_url } = await upload(id, { bytes: png(77, 77) });
    const lost = 'f'.repeat(64);
    await server.platform.db.updateTable('lesson_files').set({ sha256: lost }).where('lesson_id', '=', id).execute();
    expect((await show(s3_url)).statusCode).toBe(503);
    expect(await staff().listImages({ params: { id } })).toMatchObject([{ file_name: 'cat.png', width: 0, height: 0 }]);
  });
});
