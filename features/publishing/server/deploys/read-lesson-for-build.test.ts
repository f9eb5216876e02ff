import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLessonFiles } from '#features/lesson-files/server/data-files.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import { jpegPhoto } from '#testing/photo-bytes.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { PROBLEMS } from './messages.ts';
import { readLessonForBuild } from './read-lesson-for-build.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(async () => {
  await server?.close();
});

/** A store that records concurrent reads and the requested hashes. */
function watched(blobs: BlobStore) {
  const most = { has: 0, get: 0 };
  const asked: Record<keyof typeof most, string[]> = { has: [], get: [] };
  const underWay = { has: 0, get: 0 };
  const watch = async <T>(what: keyof typeof most, sha256: string, ask: () => Promise<T>): Promise<T> => {
    asked[what].push(sha256);
    most[what] = Math.max(most[what], (underWay[what] += 1));
    // All concurrent reads have started by then.
    await breathe();
    const answer = await ask();
    underWay[what] -= 1;
    return answer;
  };
  const store: Pick<BlobStore, 'has' | 'get'> = {
    has: (sha256) => watch('has', sha256, () => blobs.has(sha256)),
    get: (sha256, size) => watch('get', sha256, () => blobs.get(sha256, size)),
  };
  return { blobs: Object.assign(Object.create(blobs), store) as BlobStore, most, asked };
}

/** A PNG of more than 5 MB. */
function largePng(width: number): Buffer {
  const [png, filling] = [pngBytes(width, 3), Buffer.alloc(5_300_000)];
  filling.writeUInt32BE(filling.length - 12);
  filling.write('IDAT', 4);
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), filling, png.subarray(end)]);
}

it('reads several files at once, and large ones one at a time', async () => {
  const { db, blobs } = server.platform;
  const { id } = await server.client('staff').createLesson({ body: { sequence: 1, title: 'Of many files' } });
  const lost = (name: string) => ({ sha256: createHash('sha256').update(name).digest('hex'), size: 1 });
  // Sizes that no other test uses: what an image is, is cached by its content.
  const pictures = await Promise.all(Array.from({ length: 10 }, (_, index) => blobs.put(pngBytes(index + 701, 3))));
  const large = await Promise.all([711, 712].map((width) => blobs.put(largePng(width))));
  const stored = await blobs.put(Buffer.from('here'));
  const names = Array.from({ length: 40 }, (_, index) => `data-${String(index).padStart(2, '0')}.csv`);
  const row = { lesson_id: id, settings: {} };
  await db
    .transaction()
    .execute((tx) =>
      addLessonFiles(tx, [
        ...names.map((file_name, index) => ({ ...row, kind: 'data' as const, file_name, ...(index === 7 ? lost(file_name) : stored) })),
        ...names.map((file_name, index) => ({ ...row, kind: 'data' as const, file_name: `b-${file_name}`, ...lost(`${index}`) })),
        ...[...pictures, ...large].map((blob, index) => ({ ...row, kind: 'image' as const, file_name: `${index + 10}.png`, ...blob })),
        { ...row, kind: 'image', file_name: '99.png', ...lost('99.png') },
        { ...row, kind: 'image', file_name: 'plain.svg', ...stored },
      ]),
    );
  const store = watched(blobs);
  const { images, files, missing } = await readLessonForBuild({ db, blobs: store.blobs }, id);
  expect(files).toHaveLength(80);
  expect(images.map(({ file_name, type }) => `${file_name} ${type}`)).toEqual([
    ...Array.from({ length: 12 }, (_, index) => `${index + 10}.png image/png`),
    'plain.svg image/svg+xml',
  ]);
  const lostNames = [...names.map((name) => `b-${name}`), 'data-07.csv'];
  expect(missing).toEqual([...lostNames.map(PROBLEMS.dataFile), PROBLEMS.image('99.png')]);
  // Blobs shared by several files are requested once.
  expect(new Set(store.asked.has).size).toBe(store.asked.has.length);
  expect(store.most).toEqual({ has: 16, get: 6 });
  const isLarge = (sha256: string) => large.some((blob) => blob.sha256 === sha256);
  expect(store.asked.get.map(isLarge)).toEqual([...Array.from({ length: 11 }, () => false), true, true]);
});

it('has files as people number them, and photographs of git without their position', async () => {
  const { db, blobs } = server.platform;
  const { id } = await server.client('staff').createLesson({ body: { sequence: 2, title: 'Of a photograph' } });
  const photo = { lesson_id: id, settings: {}, kind: 'image', file_name: 'photo.jpg', ...(await blobs.put(jpegPhoto())) } as const;
  const data = ['day10.csv', 'day2.csv'].map((file_name) => ({ ...photo, kind: 'data' as const, file_name }));
  await db.transaction().execute((tx) => addLessonFiles(tx, [photo, ...data]));
  const { images, files } = await readLessonForBuild({ db, blobs }, id);
  expect(files.map(({ name }) => name)).toEqual(['day2.csv', 'day10.csv']);
  const [built] = images;
  expect(Buffer.from(await blobs.get(built?.sha256 ?? '')).equals(withoutMetadata(jpegPhoto()))).toBe(true);
});
