import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createToken } from '#features/accounts/server/tokens.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { pushChanges } from '#testing/push-changes.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { type Command, CommandRefused, type ExitCode } from '../command.ts';
import { proposeCommand as propose } from '../commands/propose.ts';
import { pullCommand as pull } from '../commands/pull.ts';
import { pushCommand as push } from '../commands/push.ts';

const BRANCH = 'drafts/staff-example-org';
const FOLDER = 'lessons/601-loops';
const HINT = `${FOLDER}/screens/intro/hint.md`;
const LEARN = `${FOLDER}/screens/intro/learn.md`;

let server: TestServer;
let folder: string;
let clone: string;
let environment: Record<string, string>;
let lessonId: number;
let screenId: number;

interface Ended {
  readonly code: ExitCode | 'refused';
  readonly printed: string;
  readonly noted: string;
}

let stop = new AbortController();

async function run(command: Command, options: Record<string, string | boolean> = {}, ...args: string[]): Promise<Ended> {
  const [printed, noted]: string[][] = [[], []];
  const output = { print: (line: string) => void printed?.push(line), note: (line: string) => void noted?.push(line), isTerminal: false };
  const { signal } = stop;
  const ended = await command.run({ args, options, folder: clone, environment, output, signal }).catch((error: unknown) => {
    if (error instanceof CommandRefused) return error;
    throw error;
  });
  const isRefused = ended instanceof CommandRefused;
  return {
    code: isRefused ? 'refused' : ended,
    printed: isRefused ? ended.message : (printed ?? []).join('\n'),
    noted: (noted ?? []).join('\n'),
  };
}

async function runWith(other: Record<string, string>, command: Command): Promise<Ended> {
  const own = environment;
  environment = { ...own, ...other };
  return run(command).finally(() => (environment = own));
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: clone, env: { ...environment }, stdio: 'pipe' })
    .toString()
    .trim();
const read = (path: string) => readFile(join(clone, path), 'utf8');
const write = (path: string, text: string) => writeFile(join(clone, path), text);
const staff = () => server.client('staff');
const screen = () => staff().getScreen({ params: { lessonId, screenId } });
const save = (body: object) => staff().saveScreen({ params: { lessonId, screenId }, body });

beforeAll(async () => {
  server = await startTestServer();
  const address = await server.listen();
  const screens = [{ title: 'Intro', body_markdown: 'one\n\ntwo\n\nthree', hint_markdown: 'Count.' }];
  const lesson = await buildLesson(server.platform, toActor(server.users.staff), { sequence: 601, screens });
  lessonId = lesson.id;
  screenId = lesson.screens[0] ?? 0;
  await pushChanges(server.platform);
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-clone-'));
  clone = join(folder, 'content');
  const { token } = await createToken(server.platform, toActor(server.users.staff), { name: 'laptop', address: 'test' });
  environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LESSONWRIGHT_SERVER: address,
    LESSONWRIGHT_TOKEN: token,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  };
  const data = join(server.platform.config.dataFolder, 'content.git');
  execFileSync('git', ['clone', '--quiet', '--branch', BRANCH, data, clone], { env: environment });
  git('remote', 'set-url', 'origin', `${address}/git/content.git`);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('pushes what was edited in lessons, and the server has it', async () => {
  await write(HINT, 'Count to three.\n');
  await write('notes.txt', 'Mine alone');
  const pushed = await run(push, { message: 'Say how far' });
  expect(pushed).toEqual({
    code: 0,
    printed: `${HINT}\nPushed 1 file.`,
    noted: `Left out, because it is not part of a lesson, course or path: notes.txt\nPushing to ${BRANCH}.`,
  });
  expect(git('log', '-1', '--format=%an: %s')).toBe('Ada: Say how far');
  expect(git('status', '--porcelain')).toBe('?? notes.txt');
  await vi.waitFor(async () => expect((await screen()).hint_markdown).toBe('Count to three.'), { timeout: 60_000, interval: 50 });
  expect(await run(push)).toMatchObject({ code: 0, printed: 'Nothing to push.' });
});

it('pulls what others saved into edited lessons, and pushes after that', async () => {
  await save({ body_markdown: 'one\n\ntwo\n\nthree and a half' });
  await pushChanges(server.platform);
  await write(LEARN, 'one more\n\ntwo\n\nthree\n');
  const refused = await run(push);
  expect(refused.code).toBe('refused');
  expect(refused.printed).toContain('Run lessonwright pull, then push again. Your changes are kept in the clone.');
  expect(git('status', '--porcelain')).toBe(`M ${LEARN}\n?? notes.txt`);
  expect(await run(pull)).toMatchObject({ code: 0, printed: `${LEARN}\nChanged 1 file.` });
  expect(await read(LEARN)).toBe('one more\n\ntwo\n\nthree and a half\n');
  expect(git('status', '--porcelain')).toBe(`M ${LEARN}\n?? notes.txt`);
  expect(await run(pull)).toMatchObject({ code: 0, printed: 'Already up to date.' });
  expect(await run(push)).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect((await screen()).body_markdown).toBe('one more\n\ntwo\n\nthree and a half'), {
    timeout: 60_000,
    interval: 50,
  });
});

it('changes nothing if both edited the same line, and says where', async () => {
  await save({ hint_markdown: 'Count to four.' });
  await pushChanges(server.platform);
  await write(HINT, 'Count to five.\n');
  const refused = await run(pull);
  expect(refused.code).toBe('refused');
  expect(refused.printed).toContain(`${FOLDER}/ Screen 1 “Intro”: Hint`);
  expect(await read(HINT)).toBe('Count to five.\n');
  git('restore', HINT);
  expect(await run(pull)).toMatchObject({ code: 0 });
  expect(await read(HINT)).toBe('Count to four.\n');
});

it('finishes writing what it pulls if Ctrl C is pressed', async () => {
  await save({ hint_markdown: 'Count to seven.' });
  await pushChanges(server.platform);
  const slow = join(folder, 'slow');
  await mkdir(slow);
  const path = environment['PATH'] ?? '';
  // A git that takes a moment to end after it has written files.
  const script = `#!/bin/sh\nPATH='${path}'\ngit "$@" || exit\ncase "$*" in *" -u "*) sleep 0.5;; esac\n`;
  await writeFile(join(slow, 'git'), script, { mode: 0o755 });
  const pulled = runWith({ PATH: `${slow}:${path}` }, pull);
  await vi.waitFor(async () => expect(await read(HINT)).toBe('Count to seven.\n'), { timeout: 60_000, interval: 20 });
  stop.abort();
  expect(await pulled).toMatchObject({ code: 0, printed: `${HINT}\nChanged 1 file.` });
  stop = new AbortController();
  expect(git('status', '--porcelain')).toBe('?? notes.txt');
  expect(await run(pull)).toMatchObject({ printed: 'Already up to date.' });
});

it('merges commits of the clone that were not pushed', async () => {
  await write(HINT, 'Count to six.\n');
  git('commit', '--all', '--quiet', '-m', 'Mine');
  await save({ body_markdown: 'one more\n\ntwo\n\nfour' });
  await pushChanges(server.platform);
  expect(await run(pull)).toMatchObject({ code: 0, printed: `${LEARN}\nChanged 1 file.` });
  expect(git('log', '-1', '--format=%s')).toBe(`Merge ${BRANCH}`);
  expect(await run(push)).toMatchObject({ code: 0, printed: `${HINT}\nPushed 1 file.` });
  await vi.waitFor(async () => expect((await screen()).hint_markdown).toBe('Count to six.'), { timeout: 60_000, interval: 50 });
});

it('doesn’t push a file that is too large, and names it', async () => {
  const path = `${FOLDER}/files/large.csv`;
  await mkdir(join(clone, FOLDER, 'files'), { recursive: true });
  await write(path, '');
  await truncate(join(clone, path), 65 * 1024 ** 2);
  const head = git('rev-parse', 'HEAD');
  expect(await run(push)).toMatchObject({ code: 'refused', printed: expect.stringContaining(`${path} has 65 MB.`) as string });
  expect(git('rev-parse', 'HEAD')).toBe(head);
  await rm(join(clone, path));
});

it('doesn’t push YAML that can’t be read, and names the line', async () => {
  const path = `${FOLDER}/screens/intro/screen.yaml`;
  const before = await read(path);
  await write(path, `${before}check_val: "no end\n`);
  const refused = await run(push);
  expect(refused.code).toBe('refused');
  expect(refused.printed).toMatch(/screen\.yaml:\d+: This is not valid YAML: .* at line \d+/);
  expect(await run(propose, { reason: 'Say it' })).toMatchObject({ code: 'refused', printed: expect.stringContaining('screen.yaml') });
  await write(path, before);
});

it('shows why the server refuses a push, and keeps the edits', async () => {
  expect((await runWith({ LESSONWRIGHT_TOKEN: 'wrong' }, pull)).printed).toContain('the server doesn’t accept the token');
  git('switch', '--quiet', '--create', 'main', 'origin/HEAD');
  await mkdir(join(clone, 'paths/1-new'), { recursive: true });
  await write('paths/1-new/path.yaml', 'name: New\n');
  const refused = await run(push);
  expect(refused).toMatchObject({ code: 'refused', printed: expect.stringContaining('open a pull request. Your changes are kept') });
  expect(git('status', '--porcelain')).toBe('?? notes.txt\n?? paths/');
  await rm(join(clone, 'paths'), { recursive: true });
  git('switch', '--quiet', BRANCH);
});

it('sends the token to the named server alone, whatever the clone says', async () => {
  const keys: (string | undefined)[] = [];
  const stranger = createServer(({ headers }, response) => {
    keys.push(headers.authorization);
    response.writeHead(307, { location: `${environment['LESSONWRIGHT_SERVER']}/git/content.git` }).end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const own = git('remote', 'get-url', 'origin');
  git('remote', 'set-url', 'origin', `${address}/git/content.git`);
  for (const named of [environment['LESSONWRIGHT_SERVER'] ?? '', '']) {
    const { code, noted } = await runWith({ LESSONWRIGHT_SERVER: named }, pull);
    expect({ code, noted }).toEqual({ code: 'refused', noted: expect.stringContaining(`LESSONWRIGHT_TOKEN isn’t sent to ${address}.`) });
  }
  expect(keys.length).toBeGreaterThan(0);
  expect(new Set(keys)).toEqual(new Set([undefined]));
  const named = await runWith({ LESSONWRIGHT_SERVER: address }, pull);
  expect([named.code, keys.at(-1)]).toEqual(['refused', `Bearer ${environment['LESSONWRIGHT_TOKEN']}`]);
  await expect(run(propose, { list: true, server: address })).resolves.toMatchObject({ code: 'refused' });
  stranger.close();
  git('remote', 'set-url', 'origin', own);
});

it('proposes edits, and prints what speaks against those that don’t pass', async () => {
  await run(pull);
  await write(LEARN, '![](images/none.png)\n');
  const failed = await run(propose, { reason: 'Show it' }, `${FOLDER}/screens/intro`);
  expect(failed.code).toBe(1);
  expect(failed.printed).toMatch(/Doesn’t pass: .*\n {2}It was not stored/);
  await write(LEARN, 'one more\n\ntwo\n\nfive\n');
  const sent = await run(propose, { reason: 'Go on' }, LEARN);
  expect(sent.code).toBe(0);
  expect(sent.printed).toMatch(/^lessons\/601-loops\/screens\/intro\n[^]* {2}Proposal \d+ waits for an author\.$/);
  expect((await run(propose, { list: true })).printed).toMatch(/^\d+ {2}Lesson 601\. .*, screen 1\. Intro: Go on$/);
  await save({ body_markdown: 'Another text' });
  const outdated = await run(propose, { reason: 'Go on' });
  expect(outdated).toMatchObject({ code: 'refused', printed: expect.stringContaining('Learn has changed on the server') });
});
