import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { runProgram } from '../program.ts';

const SAMPLE = join(import.meta.dirname, '../../server/sample-content');
/** Without datasets. */
const LESSON = 'lessons/106-how-much-ice-cream-for-saturday';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-check-'));
  // Runs have other user ids.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lesson = (more = '') =>
  `uuid: 0b7cf37d-8d48-4a34-a5c8-4d1c1ae0b8f1\nsequence: 950\ntitle: Sums\ntype: mission\nlanguage: python\nscreens:\n  - one\n${more}`;
const SCREEN = 'uuid: 0b7cf37d-8d48-4a34-a5c8-4d1c1ae0b8f2\ntype: code\ntitle: One\ncheck_val: total = 3\n';
const FINE = {
  'lessons/950-sums/lesson.yaml': lesson(),
  'lessons/950-sums/screens/one/screen.yaml': SCREEN,
  'lessons/950-sums/screens/one/instructions.md': 'Add the numbers.\n',
  'lessons/950-sums/screens/one/code/initial.py': 'total = 0\n',
  'lessons/950-sums/screens/one/code/answer.py': 'total = 3\n',
};

let clones = 0;
async function clone(files: Readonly<Record<string, string>>): Promise<string> {
  const root = join(folder, `clone-${(clones += 1)}`);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const check = (from: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  run(from, ['check', ...args], environment);

async function run(from: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const output = { print: (line: string) => void printed.push(line), note: (line: string) => void noted.push(line), isTerminal: false };
  const own = { XDG_CACHE_HOME: join(folder, 'cache'), LESSONWRIGHT_RUNNER_PREPARE_BASE: '0', ...environment };
  const { signal } = new AbortController();
  const code = await runProgram(words, { folder: from, environment: own, output, signal });
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}

describe('lessonwright check', () => {
  it('runs answers, initial code and tests on this machine', async () => {
    const failing = {
      ...FINE,
      'lessons/950-sums/screens/one/code/answer.py': 'total = 4\n',
      'lessons/950-sums/screens/one/tests/by-hand/submission.py': 'total = 3\n',
      'lessons/950-sums/screens/one/tests/by-hand/expect.yaml': 'test_pass: false\n',
    };
    const fine = await check(await clone(FINE), ['--fail-on', 'error']);
    expect(fine).toMatchObject({ code: 0, noted: '' });
    const { code, printed } = await check(await clone(failing), []);
    expect(code).toBe(1);
    expect(printed).toMatch(
      /^lessons\/950-sums\/screens\/one\/code\/answer\.py:1:1: error: The answer doesn’t pass its own checks.*\[answer-fails\]$/m,
    );
    expect(printed).toMatch(/error: The test “by-hand” doesn’t give the result that it expects.*\[test-fails\]$/m);
  });

  it('names the line of a mistake in YAML', async () => {
    const root = await clone({ ...FINE, 'lessons/950-sums/lesson.yaml': lesson('authr: Ann\n') });
    const { code, printed } = await check(join(root, 'lessons/950-sums/screens'), ['--no-run']);
    expect(code).toBe(1);
    expect(printed).toContain(
      'lessons/950-sums/lesson.yaml:8:1: warning: The key “authr” isn’t read. Did you mean “author”? [key-unknown]',
    );
  });

  it('ends with 2 and says why if nothing can run code here, and reports the rest', async () => {
    const { code, printed, noted } = await check(await clone(FINE), ['--fail-on', 'error'], {
      LESSONWRIGHT_RUNNER_BUBBLEWRAP: '/nowhere/bwrap',
    });
    expect(code).toBe(2);
    expect(printed).toContain('1 lesson: 0 errors');
    expect(noted).toContain('bubblewrap');
    expect(noted).toContain('--server');
  });

  it('names lessons that need a dataset, which only a server has', async () => {
    const root = await clone({ ...FINE, 'lessons/950-sums/datasets.yaml': `- birds@${'a'.repeat(40)}\n` });
    const { code, printed } = await check(root, ['--format', 'json', '--fail-on', 'error']);
    expect(code).toBe(2);
    expect(JSON.parse(printed)).toMatchObject({
      lessons: 1,
      not_run: [expect.stringContaining('lessons/950-sums didn’t run: it needs the dataset “birds”')],
    });
  });

  it('names a file that is too large to be read', async () => {
    const root = await clone(FINE);
    await truncate(join(root, 'lessons/950-sums/screens/one/code/answer.py'), 600 * 1024 ** 2);
    const { code, noted } = await check(root, ['--no-run']);
    expect(code).toBe(2);
    expect(noted).toMatch(/code\/answer\.py has 600 MB\. A file in a content repository can have at most 64 MB: shorten or remove it\.$/);
  });

  it('checks the chosen folders, or those that differ from the last commit', async () => {
    const root = await clone({
      ...FINE,
      'lessons/951-other/lesson.yaml': 'sequence: 951\ntitle: Other\nscreens: []\n',
      'courses/1-a/course.yaml': 'uuid: 0b7cf37d-8d48-4a34-a5c8-4d1c1ae0b8f9\nsequence: 1\nname: A\nlesson: [1]\n',
    });
    const lessonsOf = async (...args: string[]) => {
      const { printed } = await check(root, ['--no-run', '--format', 'json', ...args]);
      const { lessons, findings } = JSON.parse(printed) as { lessons: number; findings: { path: string }[] };
      return [lessons, ...new Set(findings.map(({ path }) => path.split('/').slice(0, 2).join('/')))].join(' ');
    };
    const git = (...args: string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: root });
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-qm', 'First');
    expect(await lessonsOf('lessons/951-other')).toBe('1 lessons/951-other');
    expect(await lessonsOf('lessons/951-other/lesson.yaml', 'courses')).toBe('1 lessons/951-other courses/1-a');
    expect(await lessonsOf('--changed')).toBe('0');
    await writeFile(join(root, 'lessons/951-other/notes.md'), 'New\n');
    expect(await lessonsOf('--changed')).toBe('1 lessons/951-other');
    expect(await lessonsOf('.')).toContain('2 ');
    // A folder that is in no lesson belongs to all of them.
    await mkdir(join(root, 'tools'));
    expect(JSON.parse((await check(join(root, 'tools'), ['--no-run', '--format', 'json'])).printed)).toMatchObject({ lessons: 2 });
  });

  it.each([
    [['lessons/1-nothing'], 'there is no lessons/1-nothing'],
    [['../..'], '../.. is in no lesson, course or path of '],
    [['notes'], 'Name one, for example lessons/101-loops.'],
    [['--format', 'pdf'], 'There is no format “pdf”: use text, json, sarif.'],
    [['--fail-on', 'never'], 'There is no severity “never”: use error, warning, note.'],
    [['--fix'], 'There is no option “--fix”.'],
    [['--changed', 'lessons'], 'Use either paths or --changed.'],
  ])('refuses %j', async (args, message) => {
    const { code, noted } = await check(await clone(FINE), ['--no-run', ...args]);
    expect(code).toBe(2);
    expect(noted).toContain(message);
  });

  it('writes SARIF, which names what didn’t run', async () => {
    const root = await clone({ ...FINE, 'lessons/950-sums/datasets.yaml': `- birds@${'a'.repeat(40)}\n` });
    await check(root, ['--format', 'sarif', '--output', 'out.sarif']);
    const { runs } = JSON.parse(await readFile(join(root, 'out.sarif'), 'utf8')) as { runs: { invocations: object[] }[] };
    expect(runs[0]?.invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: expect.stringContaining('birds') as string } }],
      },
    ]);
  });
});

describe('lessonwright examine', () => {
  it('reports checks that accept wrong answers, with how far each can be trusted', async () => {
    const root = await clone({ ...FINE, 'lessons/950-sums/screens/one/screen.yaml': SCREEN.replace('total = 3', 'total') });
    const { code, printed, noted } = await run(root, ['examine', '--repeats', '2']);
    expect(noted).toMatch(/^lessons\/950-sums\/screens\/one: broken\. \d+ of \d+ mistakes are noticed/m);
    expect(printed).toContain('[check-unsolved]');
    expect(code).toBe(1);
  });
});

describe('lessonwright check --server', () => {
  let server: TestServer;
  let address: string;
  let root: string;
  beforeAll(async () => {
    server = await startTestServer({ hasRunner: true, hasWorkers: false, sampleFolder: 'app/server/sample-content' });
    address = await server.listen();
    root = join(folder, 'of-server');
    await cp(SAMPLE, root, { recursive: true });
    const git = (...args: string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=A', '-c', 'user.email=a@lessons.example', ...args], { cwd: root });
    await git('init', '-q', '-b', 'main');
    await git('add', '.');
    await git('commit', '-qm', 'Lessons');
  });
  afterAll(() => server.close());
  const token = () => ({ LESSONWRIGHT_TOKEN: server.headers('staff')['authorization']?.slice('Bearer '.length) ?? '' });
  const onServer = (args: readonly string[]) => check(root, ['--server', address, '--fail-on', 'error', ...args], token());

  it('runs the code of the clone there, and names what the server doesn’t have', async () => {
    expect(await onServer([LESSON])).toMatchObject({ code: 0, printed: expect.stringContaining('1 lesson: 0 errors') as string });
    const [screen = ''] = firstAnswer(root);
    await writeFile(screen, 'raise SystemExit(1)\n');
    await cp(join(root, LESSON), join(root, 'lessons/960-unknown'), { recursive: true });
    const copied = join(root, 'lessons/960-unknown/lesson.yaml');
    await writeFile(copied, (await readFile(copied, 'utf8')).replace('sequence: 106', 'sequence: 960'));
    const { code, printed, noted } = await onServer([LESSON, 'lessons/960-unknown']);
    expect(code).toBe(1);
    expect(printed).toContain('[answer-fails]');
    expect(noted).toContain('lessons/960-unknown didn’t run: ');
  });

  it('examines the checks of the clone there', async () => {
    const examined = 'lessons/103-assessment-seals-on-the-rocks';
    const write = (screen: string, answer: string) => writeFile(join(root, examined, 'screens', screen, 'code/answer.py'), answer);
    await write('dawn-or-dusk', 'print(1)\n');
    await write('rocks-that-fill-up', '');
    const { code, noted } = await run(root, ['examine', examined, '--server', address, '--repeats', '2'], token());
    expect(noted).toContain(`${examined}/screens/dawn-or-dusk: broken.`);
    expect(code).toBe(1);
  });

  it('needs a token, and a server', async () => {
    expect((await check(root, [LESSON, '--server', address])).noted).toContain('LESSONWRIGHT_TOKEN');
    expect((await check(root, [LESSON, '--server', 'lessons'], { LESSONWRIGHT_TOKEN: 'a' })).noted).toContain(
      '--server must be an address',
    );
    expect((await check(root, [LESSON, '--server', address], { LESSONWRIGHT_TOKEN: 'wrong' })).code).toBe(2);
    expect((await check(root, [LESSON, '--server', 'http://127.0.0.1:1'], { LESSONWRIGHT_TOKEN: 'a' })).noted).toContain(
      'Couldn’t reach the server. Check its address',
    );
  });
});

function firstAnswer(root: string): string[] {
  return globSync(join(root, LESSON, 'screens/*/code/answer.*'));
}
