import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { exportedLesson, WHOLE_LESSON } from '#testing/content/exported-lesson.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import type { ExportFormat } from '../contract.ts';
import { filePaths, lessonDocuments, projectFiles } from './project-files.ts';
import { projectOf } from './project.ts';

/** The tools that read the formats. They are installed from PyPI and npm: without a network, these tests are skipped. */
const PYTHON_TOOLS = ['nbformat==5.10.4', 'nbconvert==7.16.6', 'ipykernel==6.29.5'];
const MYST = 'mystmd@1.8.3';
const INSTALL_MS = 300_000;

const run = promisify(execFile);
const PNG = pngBytes(30, 20);
const LESSONS = [
  WHOLE_LESSON,
  {
    ...exportedLesson([{ title: 'List', type: 'code', initial_code: 'ls', answer_code: 'ls -l' }], { title: 'Files', language: 'cli' }),
    sequence: 8,
  },
  {
    ...exportedLesson([{ title: 'Query', type: 'code', initial_code: 'SELECT', answer_code: 'SELECT 1;' }], {
      title: 'Tables',
      language: 'sql',
    }),
    sequence: 9,
  },
] as const;
const PROJECT = projectOf(
  'All of it',
  LESSONS.map(({ uuid, sequence, fields }) => ({ uuid, sequence, title: fields.title })),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-formats-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(format: ExportFormat): Promise<string> {
  const root = join(folder, format);
  const put = async (path: string, bytes: Uint8Array) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), bytes);
  };
  for (const [path, bytes] of projectFiles(format, PROJECT, [])) await put(path, bytes);
  for (const [index, lesson] of LESSONS.entries()) {
    const name = PROJECT.lessons[index]?.folder ?? '';
    const documents = lessonDocuments(format, lesson, PROJECT, { folder: name, images: new Map([['cat.png', PNG]]), files: [] });
    for (const [path, bytes] of documents) await put(path, bytes);
    const [image] = filePaths(format, lesson, name, [{ name: 'cat.png', isImage: true }]);
    if (typeof image === 'string') await put(image, PNG);
  }
  return root;
}

/** Skips the test if the tool can't be installed. */
async function installed(context: TestContext, install: () => Promise<unknown>): Promise<void> {
  const error = await install().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error) context.skip('The tool could not be installed: there is no package index, or no network.');
}

it('notebooks are valid by nbformat, and plain Jupyter runs them to their end', async (context) => {
  const python = join(folder, 'python');
  const bin = (name: string) => join(python, 'bin', name);
  await installed(context, async () => {
    await run('python3', ['-m', 'venv', python]);
    await run(bin('pip'), ['install', '--quiet', ...PYTHON_TOOLS], { timeout: INSTALL_MS });
  });
  const root = await write('notebook');
  const paths = PROJECT.lessons.map(({ folder: name }) => join(root, name, `${name}.ipynb`));
  const check = 'import nbformat, sys\nfor path in sys.argv[1:]: nbformat.validate(nbformat.read(path, 4))';
  await run(bin('python'), ['-W', 'error', '-c', check, ...paths]);
  const [first = ''] = paths;
  await run(bin('jupyter'), ['nbconvert', '--to', 'notebook', '--execute', '--output', 'run.ipynb', first], { timeout: INSTALL_MS });
  const { cells } = JSON.parse(await readFile(join(dirname(first), 'run.ipynb'), 'utf8')) as {
    cells: { id: string; outputs?: { text?: string[]; ename?: string }[] }[];
  };
  const outputs = (id: string) => cells.find((cell) => cell.id === id)?.outputs;
  expect(outputs('screen-2-answer')).toMatchObject([{ text: ['3\n'] }]);
  expect(outputs('screen-2-initial')).toMatchObject([{ ename: 'SyntaxError' }]);
  expect(outputs('screen-3-answer')).toMatchObject([{ ename: 'ZeroDivisionError' }]);
});

it('MyST reads all pages of a project without an error', async (context) => {
  const tool = join(folder, 'tool');
  await mkdir(tool);
  await installed(context, () => run('npm', ['install', '--prefix', tool, MYST], { timeout: INSTALL_MS }));
  const root = await write('myst');
  // The theme of the site comes from the project's own server, which need not be reachable: the pages are built before.
  const { stdout, stderr } = await run(join(tool, 'node_modules/.bin/myst'), ['build', '--site', '--ci'], {
    cwd: root,
    timeout: INSTALL_MS,
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  expect(stdout + stderr).toContain('Built 4 pages for project');
  expect(stdout + stderr).not.toContain('⛔');
  const page = await readFile(join(root, '_build/site/content/loops-and-stars.json'), 'utf8');
  for (const kind of ['"kind":"note"', '"class":"challenge"', '"class":"dropdown solution"', '"kind":"notebook-code"'])
    expect(page).toContain(kind);
  expect(page).not.toContain(':::');
});

it('Quarto renders a book', async (context) => {
  const version = await run('quarto', ['--version']).catch(() => null);
  if (!version) context.skip('Quarto is not installed on this machine.');
  const root = await write('quarto');
  await run('quarto', ['render', '--no-execute'], { cwd: root, timeout: INSTALL_MS });
  expect(await readFile(join(root, '_book/index.html'), 'utf8')).toContain('All of it');
});
