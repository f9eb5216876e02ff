import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RealServer } from '#testing/real-server.ts';

/** Sends valid and invalid requests for every route of the document, and compares the replies with it. */
const SCHEMATHESIS = 'schemathesis==4.32.5';
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/schemathesis-4.32.5');

/** Examples per route and phase. */
const EXAMPLES = Number(process.env['SCHEMATHESIS_EXAMPLES'] ?? 12);
const LIMIT_SECONDS = Number(process.env['SCHEMATHESIS_SECONDS'] ?? 900);
const CHECKS = ['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_schema_conformance'];
/** They would end the session of the test itself. */
const LEFT_OUT = ['logout', 'deleteToken'];

const OPTIONS: readonly string[] = Object.entries({
  checks: CHECKS.join(','),
  phases: 'examples,coverage,fuzzing',
  'max-examples': EXAMPLES,
  seed: 1,
  'max-time': LIMIT_SECONDS,
  // Examining the checks of a lesson runs hundreds of programs.
  'request-timeout': 240,
  workers: 2,
  'suppress-health-check': 'all',
  warnings: 'off',
  'exclude-operation-id-regex': `^(${LEFT_OUT.join('|')})$`,
})
  .map(([name, value]) => `--${name}=${value}`)
  .concat('--generation-deterministic', '--continue-on-failure', '--no-shrink', '--no-color');

interface Result {
  readonly code: number;
  readonly text: string;
}

function run(file: string, args: readonly string[], cwd: string): Promise<Result> {
  return new Promise((settle) => {
    const options = { cwd, maxBuffer: 256 * 1024 * 1024, env: { ...process.env, HOME: cwd } };
    execFile(file, args, options, (error: ExecFileException | null, stdout, stderr) =>
      settle({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, text: stdout + stderr }),
    );
  });
}

/** Installed once; the folder is complete or missing. */
async function install(): Promise<string> {
  const program = join(CACHE, 'bin/schemathesis');
  if (existsSync(program)) return program;
  const made = await run('python3', ['-m', 'venv', CACHE], tmpdir());
  const installed = made.code === 0 ? await run(join(CACHE, 'bin/pip'), ['install', '--quiet', SCHEMATHESIS], tmpdir()) : made;
  if (installed.code === 0) return program;
  await rm(CACHE, { recursive: true, force: true });
  throw new Error(`${SCHEMATHESIS} could not be installed:\n${installed.text}`);
}

let program: string;
let server: RealServer;
let folder: string;
beforeAll(async () => {
  program = await install();
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-schemathesis-'));
  server = await RealServer.createPrepared();
});
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

it('every call responds as the OpenAPI document specifies, for any input', async () => {
  const owner = await server.setUpOwner();
  const { token } = await owner.createToken({ body: { name: 'schemathesis' } });
  const { code, text } = await run(
    program,
    ['run', `${server.url}/api/openapi.json`, '--header', `Authorization: Bearer ${token}`, ...OPTIONS],
    folder,
  );
  // Every error and failure, with a command that reproduces it.
  expect(/= (?:ERRORS|FAILURES) =[^]*/.exec(text)?.[0] ?? '').toBe('');
  expect([code, text]).toEqual([0, expect.any(String)]);
  expect((await owner.getReady()).uncaught_errors?.count).toBe(0);
});
