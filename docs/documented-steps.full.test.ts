import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#testing/real-server.ts';

/** Walks the commands of the pages for administrators, as they are written there. */

const ROOT = join(import.meta.dirname, '..');
const PAGES = [
  'README.md',
  'docs/operating.md',
  'app/guide/set-up.md',
  'app/guide/upgrade.md',
  'features/accounts/guide.md',
  'features/runs/guide/runners.md',
  ...globSync('features/operations/guide/*.md', { cwd: ROOT }),
];
const PERSON = 'ada@example.org';

/** What isn't walked, and why. Every other command must be one of {@link WALKED}. */
const NOT_WALKED: readonly (readonly [RegExp, string])[] = [
  [/^npm test/, 'it is what runs this'],
  [/^sudo /, 'it needs users of its own on the machine'],
  [/^docker |^kubectl |^helm /, 'it needs containers; deploy/*.full.test.ts check their files'],
  [
    /postgresql:|DATABASE_URL=|LESSONWRIGHT_ROLE=/,
    'it needs the PostgreSQL server of the page; move.test.ts and several-servers.test.ts have one',
  ],
  [/S3_BUCKET|--blobs/, 'it needs a bucket; move.test.ts has one'],
  [/LESSONWRIGHT_PUBLIC_URL=/, 'it needs a name and a proxy; proxies.full.test.ts has them'],
  [/LESSONWRIGHT_RUNNERS=/, 'it needs the runners of the page'],
];

/** The commands by when they are walked. */
const WALKED = {
  running: [/ (?:invite|unlock|token|reset-second-factor|backup) /, /^npm run check-config$/],
  stopped: [/ restore /, / align-branches$/],
  started: [/^npm start$/, /LESSONWRIGHT_DATA=\S+ PORT=\S+ npm start$/, /npm run runner$/],
} as const;

/** A command of the product that a page shows, on one line. */
function commandsIn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^( *)```\w*\n([\s\S]*?)^ *```/gm)].map(([, , block = '']) => block.replaceAll(/\\\n\s*/g, ''));
  // A value in quotes may go over several lines.
  const lines = blocks.flatMap((block) => block.replaceAll(/'[^'\n]*\n[^']*'/g, (value) => value.replaceAll('\n', ' ')).split('\n'));
  const inline = [...text.matchAll(/`(npm run check-config)`/g)].map(([, command = '']) => command);
  return [...lines, ...inline]
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => /scripts\/run\.sh|\bnpm (?:start|run|test)\b|command-line\.ts|^node /.test(line) && !line.startsWith('#'));
}

const commands = [...new Set(PAGES.flatMap(commandsIn))].filter((command) => !NOT_WALKED.some(([pattern]) => pattern.test(command)));
const during = (when: keyof typeof WALKED) => commands.filter((command) => WALKED[when].some((pattern) => pattern.test(command)));

let folder: string;
let port: number;
const started = new Set<ChildProcess>();

/** The paths of the pages, in a folder of this test. A cron line without its time. */
function here(command: string): string {
  return command
    .replace(/^(?:[\d*]+ ){5}/, '')
    .replaceAll('\\%', '%')
    .replaceAll('/srv/lessonwright', ROOT)
    .replaceAll(/(?:\/backups|\/srv\/empty|\/tmp\/try|\/var\/lib|\/etc)\b/g, (path) => join(folder, path))
    .replace('PORT=3100', `PORT=${port}`);
}

function start(command: string) {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    LESSONWRIGHT_DATA: join(folder, 'data'),
    PORT: String(port),
    LESSONWRIGHT_INSTALL: '0',
  };
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const ended = once(child, 'close').then(([code]) => {
    started.delete(child);
    return code as number | null;
  });
  return {
    ended,
    output: () => output,
    /** Waits until it has printed a text. */
    async printed(text: RegExp): Promise<string> {
      while (!text.test(output)) {
        const code = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
        if (typeof code === 'number' && !text.test(output)) throw new Error(`It ended with ${code}:\n${output}`);
      }
      return output;
    },
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function run(command: string): Promise<void> {
  // With a shell of its own: `exec` takes one command, and some lines have several.
  const script = join(folder, 'step.sh');
  writeFileSync(script, `set -e\n${here(command)}\n`);
  const step = start(`sh ${script}`);
  if ((await step.ended) !== 0) throw new Error(`${command} failed:\n${step.output()}`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-steps-'));
  for (const path of ['backups', 'etc', 'var/lib']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'etc/lessonwright-runner-token'), 'a token of 24 characters', { mode: 0o600 });
  port = await freePort();
});

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('every command of the pages is walked, or is listed with the reason', () => {
  const known = new Set([...during('running'), ...during('stopped'), ...during('started')]);
  expect(commands.filter((command) => !known.has(command))).toEqual([]);
  expect(during('running').length).toBeGreaterThan(5);
});

describe('the product', () => {
  let product: ReturnType<typeof start>;

  it('npm start prints the link of the owner', async () => {
    expect(commands).toContain('npm start');
    product = start('npm start');
    const output = await product.printed(/login#setup-token=(\S+)/);
    const token = /login#setup-token=(\S+)/.exec(output)?.[1];
    const reply = await fetch(`http://127.0.0.1:${port}/api/login/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify({ token, email: PERSON, name: 'Ada', password: 'a long password of hers' }),
    });
    expect(reply.status).toBe(200);
  });

  it.each(during('running'))('while it is running: %s', async (command) => {
    if (command.includes(' backup /backups/monday.zip')) rmSync(join(folder, 'backups/monday.zip'), { force: true });
    await run(command);
  });

  it('stops on SIGTERM', async () => {
    await product.stop();
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
  });

  it.each(during('stopped'))('while it is stopped: %s', async (command) => {
    for (const path of ['srv/empty', 'tmp/try']) rmSync(join(folder, path), { recursive: true, force: true });
    await run(command);
  });

  it.each(during('started').filter((command) => command !== 'npm start'))('starts and stops: %s', async (command) => {
    const child = start(`env ${here(command)}`);
    await child.printed(/is running at|"port":\d+/);
    await child.stop();
  });
});
