import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const REPOSITORY = resolve(import.meta.dirname, '../..');

let folder: string;
let supervisor: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-supervise-'));
});
afterEach(() => {
  supervisor?.kill('SIGKILL');
  supervisor = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Answers its supervisor once, and then hangs: not even SIGTERM ends it. */
const HANG = 'trap "" TERM; echo 1 > "$LESSONWRIGHT_HEARTBEAT"; echo ready; kill -STOP $$';

/** The supervisor with short times. */
const SETUP = '. scripts/setup/node.sh; . scripts/setup/supervise.sh; NODE=sh; restart_pauses="0 0"; look_seconds=0.1; unchanged_looks=5';

/** A program that logs each start, then runs the command for that start; the last command repeats. */
function supervise(...turns: string[]) {
  writeProgram(...turns);
  const args = ['-euc', `${SETUP}; supervise "$1"`, 'sh', join(folder, 'program.sh')];
  return watch(spawn('sh', args, { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder } }));
}

function writeProgram(...turns: string[]): void {
  const cases = turns.map((turn, at) => `${at === turns.length - 1 ? '*' : at + 1}) ${turn} ;;`).join('\n');
  writeFileSync(
    join(folder, 'program.sh'),
    `echo "start $LESSONWRIGHT_SUPERVISOR" >> ${folder}/starts\ncase "$(wc -l < ${folder}/starts | tr -d ' ')" in\n${cases}\nesac\n`,
  );
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>) {
  supervisor = child;
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    starts: () => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n'),
    /** Waits until the program has written a text. */
    said: async (text: string) => {
      while (!stdout.includes(text)) await Promise.race([once(child.stdout, 'data'), ended]);
    },
  };
}

/** Whether npm listens for SIGTERM yet. What it has started may be ready before, and npm alone would end then. Known on Linux only. */
function passesTermOn({ pid }: ChildProcess): boolean {
  if (process.platform !== 'linux') return true;
  const [, caught = '0'] = /^SigCgt:\s*([\da-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return ((BigInt(`0x${caught}`) >> BigInt(constants.signals.SIGTERM - 1)) & 1n) === 1n;
}

/** Files that the supervisor made and did not remove. */
const filesLeft = () => readdirSync(folder).filter((name) => !['program.sh', 'starts'].includes(name));

describe('a supervised program', () => {
  it.each<[string, string[], number, number]>([
    ['that ends normally is not restarted', ['exit 0'], 1, 0],
    ['that cannot start is not restarted, and its exit code is kept', ['exit 1'], 1, 1],
    ['that crashes is restarted', ['exit 70', 'exit 0'], 2, 0],
    ['that is killed is restarted', ['kill -9 $$', 'exit 0'], 2, 0],
    ['that aborts is restarted', ['kill -ABRT $$', 'exit 0'], 2, 0],
    ['that crashes repeatedly is restarted', ['exit 70', 'exit 7', 'kill -9 $$', 'exit 0'], 4, 0],
    ['that cannot start after a crash is retried', ['exit 70', 'exit 1', 'exit 0'], 3, 0],
    ['that was ended by another process is not restarted', ['kill -TERM $$'], 1, 143],
  ])('%s', async (_, turns, starts, code) => {
    const run = supervise(...turns);
    expect(await run.ended).toBe(code);
    expect(run.starts()).toEqual(Array.from({ length: starts }, () => `start ${run.child.pid}`));
    expect(run.stderr().match(/Restarting/g)?.length ?? 0).toBe(starts - 1);
  });

  // A Node program: shells ignore SIGINT in the background.
  it.each([
    ['SIGTERM', 'SIGTERM', 0],
    ['SIGINT', 'SIGINT', 3],
    ['SIGHUP', 'SIGTERM', 0],
  ] as const)('receives %s once, and is not restarted', async (signal, heard, code) => {
    const listener = `process.on('${heard}', () => (console.log('heard ${heard}'), process.exit(${code}))); setInterval(() => {}, 1e6); console.log('ready')`;
    const run = supervise(`exec '${process.execPath}' -e "${listener}"`);
    await run.said('ready');
    run.child.kill(signal);
    expect(await run.ended).toBe(code);
    expect(run.stdout()).toBe(`ready\nheard ${heard}\n`);
    expect(run.starts()).toHaveLength(1);
  });

  it('that hangs is killed and replaced, and the next one knows', async () => {
    const run = supervise(HANG, 'kill -9 $$', 'echo "replaced $LESSONWRIGHT_REPLACED"; exit 0');
    expect(await run.ended).toBe(0);
    expect(run.starts()).toHaveLength(3);
    expect(run.stdout()).toBe('ready\nreplaced 1\n');
    expect(run.stderr()).toMatch(
      /^The server \(process \d+\) no longer responds to its supervisor.*\n(?:Killed\n)?.*exit code 137.*Restarting\./,
    );
    expect(filesLeft()).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('that hangs leaves nothing behind when its supervisor receives %s', async (signal) => {
    const run = supervise(HANG);
    await run.said('ready');
    run.child.kill(signal);
    // Its streams close when the program, the supervisor and the process that watches have ended.
    expect(await run.ended).toBe(signal === 'SIGTERM' ? 137 : null);
    expect(run.starts()).toHaveLength(1);
    expect(run.stderr()).toMatch(/^The server \(process \d+\) no longer responds to its supervisor[^\n]*\n(?:Killed\n)?$/);
    expect(filesLeft()).toEqual([]);
  });

  // Its streams close once npm, the script and the program have ended.
  it.each([
    ['start', HANG, 137],
    ['start', 'trap "exit 0" TERM; echo ready; while :; do sleep 0.05; done', 0],
    ['runner', 'trap "exit 0" TERM; echo ready; while :; do sleep 0.05; done', 0],
  ])('is ended by a SIGTERM to npm run %s: %s', async (script, program, code) => {
    const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'started', version: '1.0.0', scripts: { [script]: scripts[script] } }),
    );
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(
      join(folder, 'scripts/run.sh'),
      `cd '${REPOSITORY}'; ${SETUP}
case " $* " in *' supervised '*) supervise '${join(folder, 'program.sh')}' ;; esac
LESSONWRIGHT_SUPERVISOR='' exec sh '${join(folder, 'program.sh')}'`,
    );
    writeProgram(program);
    const run = watch(
      spawn('npm', ['run', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder } }),
    );
    await run.said('ready');
    await expect.poll(() => passesTermOn(run.child), { timeout: 60_000 }).toBe(true);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(code);
    expect(run.starts()).toHaveLength(1);
  });

  it('that does other things for long before it first answers is not killed', async () => {
    const run = supervise('sleep 1; exit 0');
    expect(await run.ended).toBe(0);
    expect(run.stderr()).toBe('');
  });

  it('that crashes all the time can be stopped', async () => {
    const run = supervise('exit 70');
    await expect.poll(() => run.starts().length, { timeout: 300_000 }).toBeGreaterThan(3);
    run.child.kill('SIGTERM');
    expect([0, 70, 143]).toContain(await run.ended);
  });
});
