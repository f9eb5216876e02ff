import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordChange } from '#features/changes/server/changes.ts';
import type { ChangeContent } from '#features/changes/server/index.ts';
import { CURRICULUM_KINDS, listInRelease, subjectOf } from '#features/curricula/server/index.ts';
import { findLessonForUpdate } from '#features/lesson-store/server/queries.ts';
import { lessonContentOf } from '#features/lesson-store/server/store-lesson.ts';
import { listScreenContents } from '#features/screens/server/screens.ts';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

// Importing a branch and writing every lesson, course and path back from its rows gives the same tree.

const SAMPLE = join(import.meta.dirname, '../../../app/server/sample-content');

let server: TestServer;
let content: ContentRepository;
beforeAll(async () => {
  server = await startTestServer({ sampleFolder: SAMPLE });
  content = new ContentRepository(server.platform.config.dataFolder);
});
afterAll(() => server.close());

/** Imports a branch in full and writes every lesson back. Returns the trees before and after. */
async function roundTrip(branch: string): Promise<{ before: string; after: string; lessons: number }> {
  const client = server.client('staff');
  const { platform } = server;
  const before = await content.tree(branch);
  const listed = await client.listBranchLessons({ body: { version_major: branch } });
  const lessons = listed.map(({ sequence }) => sequence);
  const release = await client.createRelease({ body: { name: branch, version_major: branch, create_new: false, lessons } });
  expect(release.invalidLessons).toEqual({});
  const rows = (await client.listLessons()).filter(({ release_id }) => release_id === release.id);
  const courses = (await client.importCourses({ params: { releaseId: release.id }, body: { sequences: [10, 20] } })).courses;
  const paths = (await client.importPaths({ params: { releaseId: release.id }, body: { sequences: [1] } })).tracks;
  expect([courses.length, paths.length]).toEqual([2, 1]);
  const batch = randomUUID();
  await platform.db.transaction().execute(async (tx) => {
    for (const { id } of rows) {
      const lesson = await findLessonForUpdate(tx, id);
      if (!lesson) throw new Error(`Lesson ${id} is gone.`);
      const screens = await listScreenContents(tx, id);
      await recordChange(tx, platform, {
        release_id: release.id,
        lesson_id: id,
        screen_id: null,
        actor: null,
        message: null,
        summary: 'Write back',
        batch,
        content: {
          folder: lesson.folder,
          lesson: await lessonContentOf(tx, lesson),
          screen_order: screens.map(({ uuid }) => uuid),
          screens: Object.fromEntries(screens.map((screen) => [screen.uuid, screen])),
        },
      });
    }
    for (const kind of CURRICULUM_KINDS) {
      for (const row of await listInRelease(tx, kind, release.id)) {
        const content = { kind: kind.name, folder: row.folder, [kind.name]: await kind.contentOf(tx, row) } as ChangeContent;
        const about = { release_id: release.id, ...subjectOf(kind, row.id), actor: null, message: null, summary: 'Write back', batch };
        await recordChange(tx, platform, { ...about, content });
      }
    }
  });
  await vi.waitFor(
    async () =>
      expect(await client.getRelease({ params: { id: release.id } })).toMatchObject({ commit_status: 'pushed', commit_error: null }),
    { timeout: 300_000, interval: 200 },
  );
  return { before, after: await content.tree(branch), lessons: rows.length };
}

describe('importing and writing back gives the same tree', () => {
  it('imports and writes back the same tree for the sample content', async () => {
    await content.git.run(['update-ref', 'refs/heads/sample', await content.git.text(['rev-parse', 'main'])]);
    const { before, after, lessons } = await roundTrip('sample');
    expect(lessons).toBeGreaterThan(3);
    expect(after).toBe(before);
  });

  it('imports and writes back the same tree for two hundred lessons', async () => {
    const many = Array.from(
      { length: 200 },
      (_, index) => [`${index + 1_000}-many`, lessonFiles(index + 1_000, `Number ${index}`, 'a', 'b', 'c')] as const,
    );
    await content.push('many', Object.fromEntries(many));
    const { before, after, lessons } = await roundTrip('many');
    expect(lessons).toBeGreaterThanOrEqual(200);
    expect(after).toBe(before);
  });

  it('for unknown files and keys, odd YAML, CRLF and missing final newlines', async () => {
    const text = (value: string) => Buffer.from(value);
    const odd = new Map<string, Uint8Array>([
      [
        'lesson.yaml',
        text(
          '# by hand\r\nsequence:   2001\r\n"title" : \'Odd: one\'\r\nmy_key: {a: 1, b: [2,3]}\r\nlanguage: python\r\nscreens: [ one,two ]',
        ),
      ],
      ['packages.yaml', text('- {name: numpy,   version: "1.26"}')],
      ['screens/one/screen.yaml', text('type: text\n\n\ntitle: >-\n  folded\n  title\nunknown: &anchor [1, 2]\nagain: *anchor\n')],
      ['screens/one/learn.md', text('no newline at the end')],
      ['screens/one/instructions.md', text('line\r\nline\r\n')],
      ['screens/one/notes.txt', text('mine')],
      ['screens/two/screen.yaml', text('{"title": "as JSON", "type": "code"}')],
      ['screens/two/code/answer.py', text('print(1)\r\nprint(2)')],
      ['screens/two/code/other.xyz', text('unknown')],
      ['.editorconfig', text('root = true')],
      ['deep/er/unknown.bin', Buffer.from([0, 255, 13, 10])],
    ]);
    await content.push('odd', { 'anything at all': odd, '2002-plain': lessonFiles(2002, 'Plain', 'a') });
    const { before, after } = await roundTrip('odd');
    expect(after).toBe(before);
  });
});
