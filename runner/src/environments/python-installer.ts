import { z } from 'zod';
import type { Interpreter } from '../python/interpreters.ts';
import type { Bind } from '../sandbox/bubblewrap-arguments.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import type { PackageIndex } from './package-hosts.ts';
import { InstallError } from './run-installer.ts';

/** Where packages come from. */
export interface PackageSource {
  readonly index: PackageIndex;
  /** A folder of wheels built here; null if there are none. */
  readonly built: string | null;
}

/**
 * Resolves and installs Python packages in the installers' sandbox. Wheels only: they are just unpacked, whereas a source would
 * run its own code next to the download cache.
 *
 * Target folders must come from `InstallerSandbox.give` or be below such a folder.
 */
export interface PythonInstaller {
  /** Returns pinned requirements with hashes, dependencies included. */
  resolve(python: Interpreter, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<string>;
  /** Creates an empty virtual environment in an empty folder. */
  makeFolder(python: Interpreter, folder: string, seesMachine: boolean, hooks: BuildHooks): Promise<void>;
  /** Installs pinned wheels into an empty virtual environment. */
  install(python: Interpreter, folder: string, pinned: string, source: PackageSource, hooks: BuildHooks): Promise<void>;
  /** Installs the build requirements of a source into a plain folder. */
  installInto(
    python: Interpreter,
    target: string,
    requirements: readonly string[],
    source: PackageSource,
    hooks: BuildHooks,
  ): Promise<void>;
}

const FOLDER_INSIDE = '/opt/lessonwright/index';
const BUILT_INSIDE = '/opt/lessonwright/built';
export const TOOL_INSIDE = '/opt/lessonwright/tool';

/** pip reads requirements only from files. */
const WITH_LIST = 'cat > /tmp/requirements.txt && exec "$@" -r /tmp/requirements.txt';

/** Index and wheel arguments, the same for uv and pip. */
export function sourceArguments({ index, built }: PackageSource): string[] {
  const own = built === null ? [] : ['--find-links', BUILT_INSIDE];
  return index.isFolder ? ['--no-index', '--find-links', FOLDER_INSIDE, ...own] : ['--index-url', index.address, ...own];
}

/** Binds that an installer needs for them. */
export function sourceBinds({ index, built }: PackageSource): Bind[] {
  return [
    ...(index.isFolder ? [{ source: index.address, target: FOLDER_INSIDE }] : []),
    ...(built === null ? [] : [{ source: built, target: BUILT_INSIDE }]),
  ];
}

/** uv: takes seconds where pip takes a minute, and shares files between environments on disk. */
export class Uv implements PythonInstaller {
  readonly #path: string;
  readonly #sandbox: InstallerSandbox;

  constructor(path: string, sandbox: InstallerSandbox) {
    this.#path = path;
    this.#sandbox = sandbox;
  }

  async resolve(python: Interpreter, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<string> {
    const flags = ['--python', python.path, '--generate-hashes', '--no-build', '--no-header', '--no-annotate', '--quiet'];
    return this.#run(python, ['pip', 'compile', '-', ...flags, ...sourceArguments(source)], source, hooks, requirements.join('\n'));
  }

  async makeFolder(python: Interpreter, folder: string, seesMachine: boolean, hooks: BuildHooks): Promise<void> {
    const flags = ['--quiet', '--allow-existing', '--python', python.path, ...(seesMachine ? ['--system-site-packages'] : [])];
    await this.#run(python, ['venv', ...flags, this.#sandbox.inside(folder)], null, hooks);
  }

  async install(python: Interpreter, folder: string, pinned: string, source: PackageSource, hooks: BuildHooks): Promise<void> {
    const flags = ['--python', `${this.#sandbox.inside(folder)}/bin/python`, '--no-build', '--no-deps', '--require-hashes'];
    await this.#run(python, ['pip', 'install', ...flags, ...sourceArguments(source), '-r', '-'], source, hooks, pinned);
  }

  async installInto(
    python: Interpreter,
    target: string,
    requirements: readonly string[],
    source: PackageSource,
    hooks: BuildHooks,
  ): Promise<void> {
    const flags = ['--python', python.path, '--target', this.#sandbox.inside(target), '--no-build', ...sourceArguments(source)];
    await this.#run(python, ['pip', 'install', ...flags, '-r', '-'], source, hooks, requirements.join('\n'));
  }

  #run(python: Interpreter, options: readonly string[], source: PackageSource | null, hooks: BuildHooks, input = ''): Promise<string> {
    const tool = this.#path.startsWith('/usr/') ? [] : [{ source: this.#path, target: `${TOOL_INSIDE}/uv` }];
    return this.#sandbox.run({
      command: [tool.length > 0 ? `${TOOL_INSIDE}/uv` : this.#path, ...options, '--color', 'never'],
      environment: {
        UV_CACHE_DIR: this.#sandbox.inside(this.#sandbox.cache),
        UV_NO_CONFIG: '1',
        UV_PYTHON_DOWNLOADS: 'never',
        UV_HTTP_TIMEOUT: '60',
      },
      input,
      reads: [...tool, ...(source === null ? [] : sourceBinds(source))],
      // Hard links between the cache and an environment need both on one mount.
      writes: [this.#sandbox.whole],
      python,
      ...(source === null ? {} : { hosts: source.index.hosts }),
      ...hooks,
    });
  }
}

/**
 * Fallback where uv isn't available. Uses a pip of our own, never one inside an environment, which would load that environment's
 * packages.
 */
export class Pip implements PythonInstaller {
  readonly #pipOf: (python: Interpreter, hooks: BuildHooks) => Promise<string>;
  readonly #sandbox: InstallerSandbox;

  /** @param pipOf returns a virtual environment with pip for the given Python */
  constructor(pipOf: (python: Interpreter, hooks: BuildHooks) => Promise<string>, sandbox: InstallerSandbox) {
    this.#pipOf = pipOf;
    this.#sandbox = sandbox;
  }

  async resolve(python: Interpreter, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<string> {
    const flags = ['--dry-run', '--ignore-installed', '--quiet', '--report', '-', '--only-binary', ':all:', ...sourceArguments(source)];
    const output = await this.#run(python, ['install', ...flags], source, hooks, requirements.join('\n'));
    const report = PipReport.parse(JSON.parse(output));
    const lines = report.install.map(({ metadata, download_info }) => {
      const sha256 = download_info.archive_info?.hashes?.['sha256'] ?? download_info.archive_info?.hash?.replace(/^sha256=/, '');
      if (sha256 === undefined) throw new InstallError(`The index has no hash for ${metadata.name}.`);
      return `${metadata.name.toLowerCase()}==${metadata.version} \\\n    --hash=sha256:${sha256}`;
    });
    return lines.sort().join('\n');
  }

  async makeFolder(python: Interpreter, folder: string, seesMachine: boolean, hooks: BuildHooks): Promise<void> {
    const flags = ['--without-pip', ...(seesMachine ? ['--system-site-packages'] : [])];
    await this.#sandbox.run({
      command: [python.path, '-I', '-m', 'venv', ...flags, this.#sandbox.inside(folder)],
      writes: [folder],
      python,
      ...hooks,
    });
  }

  async install(python: Interpreter, folder: string, pinned: string, source: PackageSource, hooks: BuildHooks): Promise<void> {
    const prefix = this.#sandbox.inside(folder);
    const flags = ['--prefix', prefix, '--ignore-installed', '--no-deps', '--no-compile', '--no-warn-script-location'];
    const wheels = ['--only-binary', ':all:', '--require-hashes', ...sourceArguments(source)];
    await this.#run(python, ['install', ...flags, ...wheels], source, hooks, pinned, folder);
  }

  async installInto(
    python: Interpreter,
    target: string,
    requirements: readonly string[],
    source: PackageSource,
    hooks: BuildHooks,
  ): Promise<void> {
    const flags = ['--target', this.#sandbox.inside(target), '--only-binary', ':all:', ...sourceArguments(source)];
    await this.#run(python, ['install', ...flags], source, hooks, requirements.join('\n'), target);
  }

  async #run(
    python: Interpreter,
    options: readonly string[],
    source: PackageSource,
    hooks: BuildHooks,
    input: string,
    target?: string,
  ): Promise<string> {
    const tool = await this.#pipOf(python, hooks);
    const cache = this.#sandbox.inside(this.#sandbox.cache);
    return this.#sandbox.run({
      command: ['/bin/sh', '-c', WITH_LIST, 'sh', `${TOOL_INSIDE}/bin/python`, '-I', '-m', 'pip', ...options],
      environment: { PIP_CACHE_DIR: cache, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PIP_CONFIG_FILE: '/dev/null' },
      input,
      reads: [{ source: tool, target: TOOL_INSIDE }, ...sourceBinds(source)],
      writes: [this.#sandbox.cache, ...(target === undefined ? [] : [target])],
      python,
      hosts: source.index.hosts,
      ...hooks,
    });
  }
}

const PipReport = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        archive_info: z.object({ hash: z.string().optional(), hashes: z.record(z.string(), z.string()).optional() }).optional(),
      }),
    }),
  ),
});
