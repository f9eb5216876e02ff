import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processesWith } from '../../testing/hostile.ts';
import { prepareFolders, type RunnerFolders } from '../runner-folders.ts';
import { findSystemFolders, openSandbox } from './open-sandbox.ts';
import { probe } from './probe.ts';
import { Sandbox, type SandboxSettings } from './sandbox.ts';

const STARTER = join(import.meta.dirname, '../../../testing/programs/start-sandboxes.ts');
const LIMITS = { memory_bytes: 256 * 1024 * 1024, disk_bytes: 4 * 1024 * 1024, files: 64, processes: 16 };

let home: string;
let folders: RunnerFolders;
let settings: SandboxSettings;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lessonwright-sandbox-'));
  folders = await prepareFolders(join(home, 'runner'));
  settings = { bubblewrap: '/usr/bin/bwrap', folder: folders.folder, hidden: [], firstUserId: 61_190 };
});
afterEach(() => rm(home, { recursive: true }));

/** Returns what a command prints in a sandbox. */
async function show(sandbox: Sandbox, command: readonly string[], userId = 61_190): Promise<string> {
  const run = await sandbox.start(userId, { command, environment: {}, binds: folders.settings, reads: [], limits: LIMITS, input: '' });
  const [output] = await Promise.all([text(run.stdout), text(run.stderr), text(run.report), run.ended]);
  return output;
}

/** Bubblewrap alone, as where nothing else is allowed. */
async function openPlain(): Promise<Sandbox> {
  const state = await openSandbox(settings);
  if (!state.ok) throw new Error(state.reason);
  await state.sandbox.close();
  const filterFiles = { none: join(folders.folder, 'seccomp.bpf'), loopback: join(folders.folder, 'seccomp-loopback.bpf') };
  return new Sandbox({ settings, entry: 'plain', systemFolders: await findSystemFolders(), groups: null, filterFiles, stage: '' });
}

/** Returns the user of a process, seen from outside; waits until it exists. */
async function ownerOf(commandLine: string): Promise<string> {
  for (;;) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const [line, status] = await Promise.all(
        ['cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      const owner = /^Uid:\s+(\d+)/m.exec(status ?? '')?.[1];
      if (owner !== undefined && line?.replace(/^\/bin\//, '').startsWith(commandLine)) return owner;
    }
  }
}

describe('bubblewrap alone', () => {
  it('isolates as well, and limits writes', async () => {
    await chmod(home, 0o755);
    const sandbox = await openPlain();
    expect(await probe(sandbox, folders.folder)).toBeNull();
    expect(await show(sandbox, ['/bin/sh', '-c', 'head -c 9000000 /dev/zero > /work/x 2>/dev/null; stat -c %s /work/x'])).toBe(
      `${LIMITS.disk_bytes}\n`,
    );
  });

  it('names the folder that must be readable, as root below a private home', async () => {
    const isRoot = process.getuid?.() === 0;
    await chmod(home, 0o700);
    const reason = await probe(await openPlain(), folders.folder);
    expect(reason ?? '').toMatch(isRoot ? /data folder/ : /^$/);
  });
});

describe('a sandbox', () => {
  it('is another user in each slot, as root', async () => {
    const state = await openSandbox(settings);
    if (!state.ok) throw new Error(state.reason);
    const owners = await Promise.all(
      [0, 1].map(async (slot) => {
        const seconds = String(100_000 + process.pid * 2 + slot);
        const run = await state.sandbox.start(61_190 + slot, {
          command: ['/bin/sleep', seconds],
          environment: {},
          binds: [],
          reads: [],
          limits: LIMITS,
          input: '',
        });
        const owner = await ownerOf(`sleep\0${seconds}`);
        run.kill();
        await Promise.all([text(run.stdout), text(run.stderr), text(run.report), run.ended]);
        return owner;
      }),
    );
    const own = String(process.getuid?.());
    expect(owners).toEqual(own === '0' ? ['61190', '61191'] : [own, own]);
    await state.sandbox.close();
  });

  it('hides folders that lie below the system', async () => {
    const state = await openSandbox({ ...settings, hidden: ['/usr/share', '/home/somebody'] });
    if (!state.ok) throw new Error(state.reason);
    expect(await show(state.sandbox, ['/bin/ls', '/usr/share'])).toBe('');
    await state.sandbox.close();
  });

  it('ends a command at once', async () => {
    const state = await openSandbox(settings);
    if (!state.ok) throw new Error(state.reason);
    const run = await state.sandbox.start(61_190, {
      command: ['/bin/sleep', '1000'],
      environment: {},
      binds: [],
      reads: [],
      limits: LIMITS,
      input: '',
    });
    const reading = Promise.all([text(run.stdout), text(run.stderr), text(run.report)]);
    run.kill();
    expect((await run.ended).exitCode).not.toBe(0);
    await reading;
    await state.sandbox.close();
  });

  it('leaves nothing behind that is ended while it starts', async () => {
    const state = await openSandbox(settings);
    if (!state.ok) throw new Error(state.reason);
    const { sandbox } = state;
    const mark = String(200_000 + process.pid);
    const begin = async (waitMs: number) => {
      const command = ['/bin/sleep', mark];
      const run = await sandbox.start(61_190, { command, environment: {}, binds: [], reads: [], limits: LIMITS, input: '' });
      const reading = Promise.all([text(run.stdout), text(run.stderr), text(run.report)]);
      await sleep(waitMs);
      run.kill();
      await Promise.all([run.ended, reading]);
    };
    // Starting takes a few milliseconds; kill it at every point of that.
    for (let waitMs = 0; waitMs < 20; waitMs++) await Promise.all([0, 0.2, 0.4, 0.6].map((more) => begin(waitMs + more)));
    await vi.waitFor(async () => expect(await processesWith(mark)).toEqual([]), { timeout: 300_000 });
    await sandbox.close();
  });

  it('leaves nothing behind when its runner is killed while it starts', async () => {
    const mark = String(400_000 + process.pid);
    // The last has hardly begun to start when the first is running.
    for (const count of [4, 8]) {
      const starter = spawn(process.execPath, [STARTER, join(home, 'killed'), mark, String(count)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await Promise.race([once(starter.stdout, 'data'), once(starter, 'exit')]);
      expect(starter.exitCode).toBeNull();
      starter.kill('SIGKILL');
      await once(starter, 'exit');
    }
    await vi.waitFor(async () => expect(await processesWith(mark)).toEqual([]), { timeout: 300_000 });
  });
});
