import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';

const REPOSITORY = resolve(import.meta.dirname, '../..');

let folder: string;
let shells: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-session-'));
});
afterEach(() => {
  for (const shell of shells) shell.kill('SIGKILL');
  shells = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a shell command in a session of its own, then prints that it goes on. @param before What the script does first. */
function inOwnSession(command: string, before = '') {
  writeFileSync(join(folder, 'command.sh'), command);
  const script = `. scripts/setup/own-session.sh; END_TENTHS=3; ${before}in_own_session sh "$1"; echo "went on after $?"`;
  const child = spawn('sh', ['-uc', script, 'sh', join(folder, 'command.sh')], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FOLDER: folder },
  });
  shells.push(child);
  return { child, ended: once(child, 'close'), stdout: text(child.stdout), stderr: text(child.stderr), lines: child.stdout };
}

/** The command lines of processes that name the folder of this test. */
function left(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(folder));
}

it('passes on the status of the command', async () => {
  const { ended, stdout } = inOwnSession('exit 7');
  await ended;
  expect(await stdout).toBe('went on after 7\n');
});

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends the command with everything that it started, and what would follow', async (signal, status) => {
  // A command in front and one in the background; the name of the folder in their arguments finds them.
  const { child, ended, stdout, stderr, lines } = inOwnSession(
    'sh -c "trap : INT; sleep 600; : $FOLDER" &\necho started\nsh -c "sleep 600; : $FOLDER"',
  );
  await once(lines, 'data');
  child.kill(signal);
  const [code] = (await ended) as [number];
  expect(code).toBe(status);
  expect(await stdout).not.toContain('went on');
  expect(await stderr).toBe(`${signal}: stopping.\n`);
  expect(left()).toEqual([]);
});

it('kills a command that doesn’t end by itself', async () => {
  const { child, ended, lines } = inOwnSession('trap "" TERM; echo started; : > "$FOLDER/started"; while :; do sleep 600; done');
  await once(lines, 'data');
  child.kill('SIGTERM');
  await ended;
  expect(existsSync(join(folder, 'started'))).toBe(true);
  expect(left()).toEqual([]);
});

it('leaves nothing behind when the signal comes while it starts', async () => {
  // The command sends it to the script before it has a session of its own.
  const early = 'setsid() { kill -s TERM $$; exec setsid "$@"; }; ';
  const starts = Array.from({ length: 8 }, () => inOwnSession('sh -c "sleep 600; : $FOLDER"', early));
  const codes = await Promise.all(starts.map(async ({ child }) => (await once(child, 'exit')) as [number]));
  expect(new Set(codes.flat())).toEqual(new Set([143, null]));
  expect(left()).toEqual([]);
});
