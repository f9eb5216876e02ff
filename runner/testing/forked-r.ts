import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { DEFAULT_RUN_LIMITS, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { PHASE_DONE, readReport, toOutcome } from '../src/python/report.ts';
import { compileR } from '../src/r/compile-r.ts';
import { findR } from '../src/r/find-r.ts';
import { prepareFolders } from '../src/runner-folders.ts';
import { copyPrepared } from './prepared-folder.ts';
import { sharedFolder } from './shared-folder.ts';

type Program = Partial<Pick<RunnerRunRequest, 'earlier' | 'preamble' | 'input' | 'values' | 'checks'>> & {
  /** Texts of the files in its folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
};

const END_OF_PROGRAM = '\n\u0001end of a program\n';

/**
 * Our R programs without the sandbox and the supervisor, which add half a second to each run. One R is started, and each program runs
 * in a fork of it, so that no program changes what another finds. What the sandbox does is tested by results-r.test.ts.
 */
export class ForkedR {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #folder: string;
  readonly #stdout: Readable;
  readonly #stderr: Readable;

  private constructor(process: ChildProcessWithoutNullStreams, folder: string) {
    this.#process = process;
    this.#folder = folder;
    this.#stdout = process.stdout.setEncoding('utf8');
    this.#stderr = process.stderr.setEncoding('utf8');
  }

  static async start(): Promise<ForkedR> {
    const [r] = await findR();
    if (!r) throw new Error('R is not installed.');
    const folder = await mkdtemp(join(sharedFolder(), 'r-'));
    await copyPrepared('programs', sharedFolder(), folder, null);
    const { rPrograms } = await prepareFolders(folder);
    await compileR(r, rPrograms, new AbortController().signal);
    const program = join(import.meta.dirname, 'forked-r.R');
    const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', LANGUAGE: 'en', TZ: 'UTC' };
    const process = spawn(r.path, ['--vanilla', '--no-echo', `--file=${program}`, '--args', rPrograms], { env, cwd: folder });
    return new ForkedR(process, folder);
  }

  /** Runs a program to its end. One at a time. */
  async run(code: string, { files = {}, ...request }: Program = {}): Promise<RunOutcome> {
    const to = await mkdtemp(join(this.#folder, 'program-'));
    await mkdir(join(to, 'work'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(to, 'work', name), text);
    await writeFile(join(to, 'program.R'), asR(code, request));
    const outputs = Promise.all([this.#stdout, this.#stderr].map(readProgram));
    this.#process.stdin.write(`${to}\n`);
    const [stdout = '', stderr = ''] = await outputs;
    const records = await readFile(join(to, 'records'), 'utf8');
    const pictures = (await readdir(to)).filter((name) => name.startsWith('picture-')).sort();
    const images = pictures.map(async (name) => JSON.stringify({ type: 'image', png: await readFile(join(to, name), 'base64') }));
    const end = JSON.stringify({ phase: PHASE_DONE, exit_code: 0, signal: null, limit: null });
    return toOutcome({
      stdout: { text: stdout, isCut: false },
      stderr: { text: stderr, isCut: false },
      report: readReport(['{"ready":true}', end, records, ...(await Promise.all(images))].join('\n')),
      ended: null,
      isOutOfMemory: false,
      limits: DEFAULT_RUN_LIMITS,
      duration_ms: 0,
    });
  }

  async close(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.stdin.end();
    await exited;
    await rm(this.#folder, { recursive: true });
  }
}

/** Reads what a program writes, up to its end. */
async function readProgram(stream: Readable): Promise<string> {
  let text = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = (piece: string) => {
    text += piece;
    if (text.endsWith(END_OF_PROGRAM)) resolve(text.slice(0, -END_OF_PROGRAM.length));
  };
  const close = () => reject(new Error(`R has ended: ${text}`));
  stream.on('data', read).once('close', close);
  return promise.finally(() => stream.off('data', read).off('close', close));
}

/** The request as an expression of R, in which a text of JSON is a text as well. */
function asR(code: string, { earlier = [], preamble = [], input = '', values = 'all', checks = null }: Omit<Program, 'files'>): string {
  // As frames.py does.
  const text = (value: string) => JSON.stringify(value.replaceAll('\r\n', '\n'));
  const texts = (all: readonly string[]) => (all.length === 0 ? 'character()' : `c(${all.map(text).join(', ')})`);
  const list = (fields: readonly (readonly [name: string, value: string])[]) =>
    `list(${fields.map(([name, value]) => `${name} = ${value}`).join(', ')})`;
  const unit = checks?.unit ?? null;
  const unitTexts = unit && [
    ...(['module', 'submission', 'file', 'code'] as const).map((name) => [name, text(unit[name] ?? '')] as const),
    ...unit.before.map((before) => ['before', text(before)] as const),
  ];
  return list([
    ['earlier', texts(earlier.map((cell) => cell.code))],
    ['earlier_names', texts(earlier.map(({ name }) => name))],
    ['may_fail', `as.logical(${texts(earlier.map(({ may_fail }) => String(may_fail)))})`],
    ['preamble', texts(preamble)],
    ['code', text(code)],
    ['input', input === '' ? 'NULL' : texts(input.split('\n'))],
    ['values', values === 'all' ? 'NULL' : texts(values)],
    ['legacy', checks?.legacy === null || checks?.legacy === undefined ? 'character()' : text(checks.legacy)],
    ['seconds', String(DEFAULT_RUN_LIMITS.wall_seconds)],
    ['unit', unitTexts ? list(unitTexts) : 'NULL'],
  ]);
}
