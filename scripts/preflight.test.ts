import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PreflightResult, runPreflight } from './run-preflight.ts';

const ROOT = join(import.meta.dirname, '..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preflight-'));
  await cp(join(ROOT, 'app/server/sample-content'), join(folder, 'fine'), { recursive: true });
  const lesson = join(folder, 'flawed/lessons/950-flawed');
  await cp(join(ROOT, 'app/server/sample-content/lessons'), join(folder, 'empty/lessons-elsewhere'), { recursive: true });
  await cp(await anyLesson(), lesson, { recursive: true });
  await writeFile(join(lesson, 'lesson.yaml'), 'sequence: 950\ntitle: Flawed\nrelated_lessons: [4711]\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function anyLesson(): Promise<string> {
  const lessons = join(ROOT, 'app/server/sample-content/lessons');
  const [first] = await readdir(lessons);
  return join(lessons, first ?? '');
}

const preflight = (...args: string[]) => runPreflight(args, folder);

/** Starts the command as `npm run` does: from the product's folder, with the folder of the caller beside it. */
function startPreflight(...args: string[]): Promise<PreflightResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, INIT_CWD: folder };
    execFile(process.execPath, [join(ROOT, 'scripts/preflight.ts'), ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

describe('npm run preflight', () => {
  it('ends with 0 without errors, for a folder that is relative to the caller', async () => {
    const { code, stdout, stderr } = await preflight('--folder', 'fine');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ lessons: 0 errors, 0 warnings, 0 notes\n$/);
  });

  it('ends with 1 with errors, and names their lines', async () => {
    const { code, stdout } = await startPreflight('--folder', 'flawed');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'lessons/950-flawed/lesson.yaml:3:19: error: The related lesson 4711 doesn’t exist. [related-lesson-missing]\n',
    );
  });

  it('ends with 2 and an error message if no folder is given', async () => {
    const { code, stdout, stderr } = await startPreflight();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Name the content repository with --folder.');
  });

  it('writes SARIF and JSON', async () => {
    await preflight('--folder', 'flawed', '--format', 'sarif', '--output', 'out.sarif');
    const log = JSON.parse(await readFile(join(folder, 'out.sarif'), 'utf8')) as { runs: { results: { ruleId: string }[] }[] };
    expect(log.runs[0]?.results.map(({ ruleId }) => ruleId)).toContain('related-lesson-missing');
    const { stdout } = await preflight('--folder', join(folder, 'flawed'), '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]) as unknown,
    });
  });

  it('says how it is called', async () => {
    const { code, stdout } = await preflight('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('npm run preflight -- --folder PATH');
  });

  it.each([
    [[], 'npm run preflight -- --folder PATH'],
    [['--format', 'sarif'], 'Name the content repository with --folder.'],
    [['--folder', 'fine', '--format', 'pdf'], 'There is no format “pdf”: use text, sarif, json.'],
    [['--folder', 'fine', '--fix'], "Unknown option '--fix'"],
    [['--folder', 'empty'], 'has no folder “lessons”'],
    [['--folder', 'nowhere'], 'nowhere is no folder.'],
    [['--folder', 'flawed', '--output', 'nowhere/out.txt'], 'Preflight could not run'],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stderr } = await preflight(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
