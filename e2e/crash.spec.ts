import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { RealServer } from '#testing/real-server.ts';

const run = promisify(execFile);
const SAVES = 200;
const SCREENS = 4;

/** Change-Ids of every commit in the content repository, as seen by a clone. */
async function changeIds(server: RealServer): Promise<string[]> {
  const { stdout } = await run('git', ['log', '--all', '--format=%(trailers:key=Change-Id,valueonly)'], {
    cwd: join(server.dataFolder, 'content.git'),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

test('200 acknowledged saves survive a kill in the middle, and each is committed once', { tag: '@full' }, async () => {
  const server = await RealServer.createPrepared({ LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOCAL_RUNNER: '0' });
  try {
    const owner = await server.setUpOwner();
    const lesson = await owner.createLesson({ body: { sequence: 901, title: 'Saved under fire' } });
    const screens: number[] = [];
    for (let sequence = 1; sequence <= SCREENS; sequence += 1) {
      screens.push((await owner.createScreen({ params: { id: lesson.id }, body: { sequence } })).newScreenId);
    }

    // Saves of four authors in parallel; whatever was acknowledged must exist.
    const acknowledged: string[] = [];
    const texts = Array.from({ length: SAVES }, (_, index) => `save ${index}`);
    const save = async (screenId: number, text: string): Promise<void> => {
      await owner.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { hint_markdown: text, saveMessage: text } });
      acknowledged.push(text);
    };
    const isHalfway = Promise.withResolvers<void>();
    const lanes = screens.map(async (screenId, lane) => {
      for (let index = lane; index < SAVES; index += SCREENS) {
        await save(screenId, texts[index] ?? '');
        if (acknowledged.length >= SAVES / 2) isHalfway.resolve();
      }
    });
    // Killed with a call running on every screen: the lanes break off, but acknowledged saves count.
    const broken = Promise.allSettled(lanes);
    await Promise.race([isHalfway.promise, Promise.all(lanes)]);
    await server.kill();
    await broken;
    const before = [...acknowledged];
    expect(before.length).toBeGreaterThanOrEqual(SAVES / 2);

    await server.start();
    const rest = texts.filter((text) => !before.includes(text));
    await Promise.all(
      screens.map(async (screenId, lane) => {
        for (const text of rest.filter((candidate) => texts.indexOf(candidate) % SCREENS === lane)) await save(screenId, text);
      }),
    );
    expect(acknowledged).toHaveLength(SAVES);

    await expect
      .poll(async () => (await owner.getLesson({ params: { id: lesson.id } })).commit_status?.state, { timeout: 240_000 })
      .toBe('pushed');
    const { stdout } = await run('git', ['log', '--all', '--format=%s'], { cwd: join(server.dataFolder, 'content.git') });
    const messages = stdout.split('\n');
    expect(texts.filter((text) => !messages.includes(text))).toEqual([]);
    const ids = await changeIds(server);
    expect(ids.length).toBe(new Set(ids).size);

    const saved = await owner.listScreens({ params: { id: lesson.id } });
    expect(saved.map((screen) => screen.hint_markdown).toSorted()).toEqual(texts.slice(-SCREENS).toSorted());
  } finally {
    await server.remove();
  }
});
