import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { AppError } from '#platform/server/errors.ts';
import { jpegPhoto } from '#testing/photo-bytes.ts';
import type { OpenBuild } from './open-build.ts';
import { readShownFile, sendImage } from './show-files.ts';

const CHUNK = 16 * 1024;
type File = OpenBuild['snapshot']['files'][number];

/** A build with one file of this many chunks, and a count of how many were read. */
function makeBuild(file: Partial<File>, chunks: number, content = 'x') {
  const read = { chunks: 0, isClosed: false };
  const bytes = function* () {
    try {
      for (; read.chunks < chunks; read.chunks++) yield Buffer.alloc(CHUNK, content);
    } finally {
      read.isClosed = true;
    }
  };
  const whole = { name: 'a.csv', sha256: 'x', size: chunks * CHUNK, show_in_editor: true, lines: null, ...file };
  const build = { snapshot: { files: [whole] } } as unknown as OpenBuild;
  const blobs = { stream: () => Promise.resolve(Readable.from(bytes(), { objectMode: false, highWaterMark: CHUNK })) };
  return { read, show: () => readShownFile({ blobs } as unknown as Parameters<typeof readShownFile>[0], build, whole.name) };
}

describe('a file of a build', () => {
  it('is read only as far as it is shown', async () => {
    const { read, show } = makeBuild({}, 3_000);
    const { text, is_cut } = await show();
    expect([text?.length, is_cut, read.isClosed]).toEqual([4 * CHUNK, true, true]);
    expect(read.chunks).toBeLessThan(10);
  });

  it('is complete when short, and cut between lines', async () => {
    expect(await makeBuild({}, 1, 'ab\n').show()).toMatchObject({ is_cut: false });
    expect(await makeBuild({ preview: true, lines: 2 }, 1, 'ab\n').show()).toEqual({ text: 'ab\nab', is_cut: true });
    expect(await makeBuild({ preview: false, lines: 2 }, 1, 'ab\n').show()).toMatchObject({ is_cut: false });
    expect(await makeBuild({}, 1, '\0').show()).toEqual({ text: null, is_cut: false });
  });

  it('is shown for its preview alone', async () => {
    const file = { show_in_editor: false, preview: true, lines: 1 };
    expect(await makeBuild(file, 1, 'ab\n').show()).toEqual({ text: 'ab', is_cut: true });
  });

  it('cuts a file of an older build after its last shown line', async () => {
    expect(await makeBuild({ lines: 2 }, 1, 'ab\n').show()).toEqual({ text: 'ab\nab', is_cut: true });
  });

  it.each([{ show_in_editor: false }, { name: 'custom_setup.sh' }])('is hidden from learners with %j', async (file) => {
    await expect(makeBuild(file, 1).show()).rejects.toThrow(AppError);
  });
});

it('a photograph of an older build is sent without its position, whichever way its name is encoded', async () => {
  const sent: unknown[] = [];
  const reply = { headers: () => reply, type: () => reply, send: (bytes: unknown) => sent.push(bytes) };
  const build = { snapshot: { images: [{ file_name: 'cafe\u0301.jpg', sha256: 'x', size: jpegPhoto().length, type: 'image/jpeg' }] } };
  const blobs = { get: () => Promise.resolve(jpegPhoto()) };
  await sendImage({ blobs } as never, build as unknown as OpenBuild, 'caf\u00E9.jpg', reply as never);
  expect(sent).toEqual([Buffer.from(withoutMetadata(jpegPhoto()))]);
});
