import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RealServer } from '#testing/real-server.ts';

const MB = 1024 * 1024;

/** A disk of its own for a data folder; null: this user may not mount one. */
async function smallDisk(): Promise<{ folder: string; remove: () => Promise<void> } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-disk-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=700', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await remove();
    return null;
  }
  return {
    folder,
    remove: async () => {
      execFileSync('umount', ['-l', folder]);
      await remove();
    },
  };
}

it('a full disk is named by saves and parts, nothing acknowledged is lost, and saves go on once there is space', async (context) => {
  const disk = await smallDisk();
  if (disk === null) return context.skip('needs to mount a tmpfs');
  const filler = join(disk.folder, 'filler');
  const server = await RealServer.createIn(disk.folder, { LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOCAL_RUNNER: '0' });
  try {
    const owner = await server.setUpOwner();
    const { id } = await owner.createLesson({ body: { sequence: 1, title: 'Kept' } });
    // Random, because PostgreSQL compresses.
    const save = () =>
      owner.saveLesson({
        params: { id },
        body: { description: Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString('base64') },
      });
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(MB), { flag: 'a' });
    } catch {
      // The disk is full now.
    }
    let acknowledged = (await owner.getLesson({ params: { id } })).description;
    // The first saves may still fit into the last blocks of tables.
    const saveUntilRefused = async (): Promise<never> => {
      for (;;) acknowledged = (await save()).description;
    };
    await expect(saveUntilRefused()).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(/^The disk is full.*kept/) as string,
    });
    const { ready, parts } = await owner.getReady();
    expect(ready).toBe(true);
    for (const part of [parts?.database, parts?.git, parts?.blobs])
      expect(part).toMatchObject({ up: false, reason: expect.stringContaining('disk') });
    const shown = (await owner.getDebug()).parts.filter(({ up }) => !up).map(({ name }) => name);
    expect(shown).toEqual(expect.arrayContaining(['database', 'git', 'blobs']));
    expect((await owner.getLesson({ params: { id } })).description).toBe(acknowledged);
    rmSync(filler);
    const last = await save();
    expect((await owner.getLesson({ params: { id } })).description).toBe(last.description);
  } finally {
    await server.stop();
    await disk.remove();
  }
});
