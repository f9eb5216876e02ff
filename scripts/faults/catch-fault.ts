import { resolve } from 'node:path';
import type { Failure } from '../suites/events.ts';
import { quickTemporaryFolder } from '../suites/temporary-folder.ts';
import type { Fault } from './fault.ts';
import type { ProjectCopy } from './project-copy.ts';
import { runNode } from './run-command.ts';

/**
 * The parts of `npm test` that may notice a fault, in the order in which they run: the tests that the fault names, then all
 * related ones.
 */
export const PARTS = ['tests', 'browser', 'types', 'related'] as const;
type Part = (typeof PARTS)[number];

export interface Catch {
  readonly id: string;
  readonly file: string;
  readonly breaks: string;
  /** Null: nothing notices it. */
  readonly part: Part | null;
  /** The failed test and its file. */
  readonly test: string | null;
  readonly says: string | null;
  readonly seconds: number;
  /** What timed out, or failed without the fault as well. */
  readonly doubts: readonly string[];
}

export interface CatchOptions {
  readonly workers: number;
  /** Time limit of one test run. */
  readonly minutes: number;
  readonly parts: readonly Part[];
  /** Rerun a failed test without the fault, and count it only if it passes then. */
  readonly isConfirmed: boolean;
  readonly signal: AbortSignal;
}

/** Characters of a failed test's message. */
const SAID_CHARACTERS = 200;
const VITEST = 'node_modules/vitest/vitest.mjs';
/** The reporter of this version, also for the tests of an earlier one. */
const REPORTER = resolve(import.meta.dirname, '../suites/vitest-reporter.ts');
const PROJECTS = ['unit', 'integration', 'runner', 'web', 'components'].flatMap((project) => ['--project', project]);

/** Finds what notices a fault, the likeliest and fastest first. A test only counts if it passes without the fault. */
export class FaultCatcher {
  readonly #copy: ProjectCopy;
  readonly #options: CatchOptions;
  readonly #passing = new Set<string>();
  #doubts: string[] = [];

  constructor(copy: ProjectCopy, options: CatchOptions) {
    this.#copy = copy;
    this.#options = options;
  }

  async catch(fault: Fault): Promise<Catch> {
    const start = performance.now();
    const text = this.#copy.read(fault.file);
    this.#doubts = [];
    this.#copy.put(fault);
    try {
      const found = await this.#find(fault, text);
      return {
        id: fault.id,
        file: fault.file,
        breaks: fault.breaks,
        part: found?.part ?? null,
        test: found ? `${found.failure.file} > ${found.failure.name}` : null,
        says: found?.failure.message.split('\n', 1)[0]?.slice(0, SAID_CHARACTERS) ?? null,
        seconds: Math.round((performance.now() - start) / 1000),
        doubts: this.#doubts,
      };
    } finally {
      this.#copy.restore(fault.file, text);
    }
  }

  async #find(fault: Fault, text: string): Promise<{ part: Part; failure: Failure } | null> {
    for (const part of this.#options.parts) {
      const failure = await this.#findIn(part, fault, text);
      if (failure) return { part, failure };
    }
    return null;
  }

  async #findIn(part: Part, fault: Fault, text: string): Promise<Failure | null> {
    const there = fault.tests.map(namedTest).filter(({ path }) => this.#copy.has(path));
    switch (part) {
      case 'tests':
        for (const { path, words } of there.filter((test) => !isOfBrowser(test))) {
          const failure = await this.#confirmed(fault, text, await this.#vitest(['run', path, ...(words === '' ? [] : ['-t', words])]));
          if (failure) return failure;
        }
        return null;
      case 'browser':
        return this.#inBrowser(there.filter(isOfBrowser).map(({ path }) => path));
      case 'types':
        return this.#types();
      case 'related':
        return this.#confirmed(fault, text, await this.#vitest(relatedTo(fault.file)));
    }
  }

  /** Returns the failure if the same test passes without the fault. */
  async #confirmed(fault: Fault, text: string, failure: Failure | null): Promise<Failure | null> {
    if (!failure || !this.#options.isConfirmed) return failure;
    const key = `${failure.file} > ${failure.name}`;
    if (!this.#passing.has(key)) {
      this.#copy.restore(fault.file, text);
      const without = await this.#vitest(['run', failure.file, '-t', escapePattern(failure.name)]);
      this.#copy.put(fault);
      if (without) {
        this.#doubts.push(`fails without the fault as well: ${key}`);
        return null;
      }
      this.#passing.add(key);
    }
    return failure;
  }

  async #vitest(command: readonly string[]): Promise<Failure | null> {
    const { workers } = this.#options;
    const { code, isTooLong, output, events } = await this.#run([
      VITEST,
      ...command,
      ...PROJECTS,
      '--bail=1',
      '--retry=0',
      `--maxWorkers=${workers}`,
      '--passWithNoTests',
      `--reporter=${REPORTER}`,
    ]);
    if (isTooLong) this.#doubts.push(`${command.join(' ')}: timed out after ${this.#options.minutes} minutes`);
    if (code === 0 || isTooLong) return null;
    const failure = events.find((event) => event.kind === 'failed')?.failure ?? null;
    if (!failure) this.#doubts.push(`${command.join(' ')}: ended with ${code ?? 'a signal'} but no failed test: ${output.slice(-400)}`);
    return failure;
  }

  async #types(): Promise<Failure | null> {
    for (const project of ['tsconfig.node.json', 'app/web/tsconfig.json']) {
      const { code, output } = await this.#run(['node_modules/typescript/bin/tsc', '-p', project]);
      if (code !== 0) return { file: project, name: 'types', message: output.slice(0, 300) };
    }
    return null;
  }

  async #inBrowser(specs: readonly string[]): Promise<Failure | null> {
    if (specs.length === 0) return null;
    await this.#run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
    await this.#run(['scripts/setup/compress-web.ts', 'dist/web']);
    for (const spec of specs) {
      const { code, output, isTooLong } = await this.#run([
        'node_modules/@playwright/test/cli.js',
        'test',
        spec,
        '--grep-invert=@full',
        '--retries=0',
        '--max-failures=1',
        '--reporter=line',
      ]);
      if (isTooLong) this.#doubts.push(`${spec}: timed out after ${this.#options.minutes} minutes`);
      else if (code !== 0) {
        const name = /^\s+1\) (.*)$/m.exec(output)?.[1] ?? 'unknown';
        return { file: spec, name, message: /^\s+(?:\w*Error: .*)$/m.exec(output)?.[0].trim() ?? output.slice(-300) };
      }
    }
    return null;
  }

  #run(command: readonly string[]) {
    const { minutes, signal } = this.#options;
    return runNode(command, { folder: this.#copy.folder, environment: quickTemporaryFolder(), minutes, signal });
  }
}

/** The file of a test, and part of its name; empty: all of them. */
export function namedTest(test: string): { path: string; words: string } {
  const [path = '', words = ''] = test.split(' > ');
  return { path, words };
}

function isOfBrowser({ path }: { path: string }): boolean {
  return path.startsWith('e2e/');
}

/** Programs in other languages and the sample lessons aren't imported, so the suites that use them are run. */
function relatedTo(file: string): string[] {
  if (/\.tsx?$/.test(file)) return ['related', file, '--run'];
  return file.startsWith('runner/') ? ['run', 'runner/'] : ['run', 'content/', 'server/'];
}

function escapePattern(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
