import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderLock } from './folder-lock.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lock-'));
  folder = join(parent, 'database');
});
afterEach(() => rm(parent, { recursive: true }));

const whyRefused = (pid: number) => `${folder} is in use by process ${pid}.`;
const take = (path: string, options: { readonly silenceMs?: number } = {}) => FolderLock.take(path, { ...options, whyRefused });

/** The lock that this process wrote. */
async function ownLock(): Promise<Record<string, unknown>> {
  const lock = await take(folder);
  const text = await readFile(`${folder}.lock`, 'utf8');
  lock.release();
  return JSON.parse(text) as Record<string, unknown>;
}

async function endedProcess(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a folder that only one process may open', () => {
  it("is refused to a second one with the first one's name, and free afterwards", async () => {
    const lock = await take(folder);
    await expect(take(folder)).rejects.toThrow(`${folder} is in use by process ${process.pid}.`);
    lock.release();
    (await take(folder)).release();
    expect(await readdir(parent)).toEqual([]);
  });

  it('is given to exactly one of many concurrent requests', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => take(folder)));
    const taken = asked.filter((result) => result.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    taken[0]?.value.release();
  });

  const stale: [string, () => Promise<Record<string, unknown>>][] = [
    ['a process that is gone', async () => ({ pid: await endedProcess() })],
    ['a process whose number was given out again', () => Promise.resolve({ started: '1' })],
    ['a process from before the last boot', () => Promise.resolve({ boot: 'another' })],
    ['a silent process in another container', () => Promise.resolve({ namespace: 'pid:[1]' })],
  ];
  it.each(stale)('is taken over from %s', async (_, change) => {
    await writeFile(`${folder}.lock`, JSON.stringify({ ...(await ownLock()), ...(await change()) }));
    const lock = await take(folder, { silenceMs: 50 });
    expect(JSON.parse(await readFile(`${folder}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it('replaces an unreadable lock', async () => {
    await writeFile(`${folder}.lock`, '');
    (await take(folder)).release();
  });

  it('is given to exactly one of many that find a stale lock', async () => {
    await writeFile(`${folder}.lock`, JSON.stringify({ ...(await ownLock()), started: '1' }));
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => take(folder)));
    const taken = asked.filter((result) => result.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    taken[0]?.value.release();
  });

  it('is refused while a process in another container is alive', async () => {
    const path = `${folder}.lock`;
    const foreign = { ...(await ownLock()), namespace: 'pid:[1]', pid: 4711 };
    await writeFile(path, JSON.stringify(foreign));
    const life = setInterval(() => utimesSync(path, new Date(), new Date()), 10);
    try {
      await expect(take(folder, { silenceMs: 200 })).rejects.toThrow('in use by process 4711');
    } finally {
      clearInterval(life);
    }
    expect(existsSync(path)).toBe(true);
  });
});
