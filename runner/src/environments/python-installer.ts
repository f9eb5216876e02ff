import { writeFile } from 'node:fs/promises';
import { InstallError, runInstaller } from './run-installer.ts';
import type { BuildHooks } from './environment-kind.ts';

/** Where packages come from. */
export interface PackageSource {
  /** Null: the public index. Else the address of an index, or the absolute path of a folder of wheels and sources. */
  readonly index: string | null;
  /** A folder with wheels that were built here; null: there are none. */
  readonly built: string | null;
}

/**
 * A program that resolves and installs Python packages. Both ways take wheels only: a wheel is unpacked, while a source
 * would run code of its own, outside the sandbox.
 */
export interface PythonInstaller {
  /** Answers pinned requirements with hashes, everything included that others need. */
  resolve(python: string, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<string>;
  /** An empty virtual environment. */
  makeFolder(python: string, folder: string, seesMachine: boolean, hooks: BuildHooks): Promise<void>;
  /**
   * Puts pinned wheels into an empty virtual environment, all at once: a wheel may hold lines that run whenever the Python of
   * its environment starts, so that this one is not started outside the sandbox any more.
   */
  install(python: string, folder: string, pinned: string, source: PackageSource, hooks: BuildHooks): Promise<void>;
  /** Puts what a source needs for its build into a plain folder. */
  installInto(python: string, target: string, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<void>;
}

/** The same words for both programs. */
function sourceArguments({ index, built }: PackageSource): string[] {
  const own = built === null ? [] : ['--find-links', built];
  if (index === null) return own;
  return index.startsWith('/') ? ['--no-index', '--find-links', index, ...own] : ['--index-url', index, ...own];
}

/** uv: seconds where pip takes a minute, and what several environments hold is on the disk once. */
export class Uv implements PythonInstaller {
  readonly #path: string;
  readonly #cache: string;

  constructor(path: string, cache: string) {
    this.#path = path;
    this.#cache = cache;
  }

  async resolve(python: string, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<string> {
    const flags = [
      '--python',
      python,
      '--generate-hashes',
      '--no-build',
      '--no-header',
      '--no-annotate',
      '--quiet',
      ...sourceArguments(source),
    ];
    return this.#run(['pip', 'compile', '-', ...flags], hooks, requirements.join('\n'));
  }

  async makeFolder(python: string, folder: string, seesMachine: boolean, hooks: BuildHooks): Promise<void> {
    await this.#run(['venv', '--quiet', '--python', python, ...(seesMachine ? ['--system-site-packages'] : []), folder], hooks);
  }

  async install(_python: string, folder: string, pinned: string, source: PackageSource, hooks: BuildHooks): Promise<void> {
    const flags = ['--python', `${folder}/bin/python`, '--no-build', '--no-deps', '--require-hashes'];
    await this.#run(['pip', 'install', ...flags, ...sourceArguments(source), '-r', '-'], hooks, pinned);
  }

  async installInto(
    python: string,
    target: string,
    requirements: readonly string[],
    source: PackageSource,
    hooks: BuildHooks,
  ): Promise<void> {
    await this.#run(
      ['pip', 'install', '--python', python, '--target', target, '--no-build', ...sourceArguments(source), '-r', '-'],
      hooks,
      requirements.join('\n'),
    );
  }

  #run(words: readonly string[], hooks: BuildHooks, input = ''): Promise<string> {
    const environment = {
      UV_CACHE_DIR: this.#cache,
      HOME: this.#cache,
      UV_NO_CONFIG: '1',
      UV_PYTHON_DOWNLOADS: 'never',
      UV_HTTP_TIMEOUT: '60',
    };
    return runInstaller({ command: [this.#path, ...words, '--color', 'never'], environment, input, ...hooks });
  }
}

/** pip, where uv is not to be had. It is the pip of a tool of ours, never one inside an environment, whose packages it would load. */
export class Pip implements PythonInstaller {
  readonly #pipOf: (python: string, hooks: BuildHooks) => Promise<string>;
  readonly #cache: string;

  /** @param pipOf answers a Python that has pip, of the same version as the one that is named. */
  constructor(pipOf: (python: string, hooks: BuildHooks) => Promise<string>, cache: string) {
    this.#pipOf = pipOf;
    this.#cache = cache;
  }

  async resolve(python: string, requirements: readonly string[], source: PackageSource, hooks: BuildHooks): Promise<string> {
    const flags = ['--dry-run', '--ignore-installed', '--quiet', '--report', '-', '--only-binary', ':all:', ...sourceArguments(source)];
    const report = JSON.parse(await this.#run(python, ['install', ...flags, ...requirements], hooks)) as PipReport;
    const lines = report.install.map(({ metadata, download_info }) => {
      const sha256 = download_info.archive_info?.hashes?.['sha256'] ?? download_info.archive_info?.hash?.replace(/^sha256=/, '');
      if (sha256 === undefined) throw new InstallError(`${metadata.name} has no hash in its index.`);
      return `${metadata.name.toLowerCase()}==${metadata.version} \\\n    --hash=sha256:${sha256}`;
    });
    return lines.sort().join('\n');
  }

  async makeFolder(python: string, folder: string, seesMachine: boolean, hooks: BuildHooks): Promise<void> {
    const flags = ['--without-pip', ...(seesMachine ? ['--system-site-packages'] : [])];
    await runInstaller({ command: [python, '-I', '-m', 'venv', ...flags, folder], ...hooks });
  }

  async install(python: string, folder: string, pinned: string, source: PackageSource, hooks: BuildHooks): Promise<void> {
    const list = `${folder}/requirements.txt`;
    await writeFile(list, pinned);
    const flags = ['--prefix', folder, '--ignore-installed', '--no-deps', '--no-compile', '--no-warn-script-location'];
    const wheels = ['--only-binary', ':all:', '--require-hashes', ...sourceArguments(source), '-r', list];
    await this.#run(python, ['install', ...flags, ...wheels], hooks);
    // Scripts were given the Python of the tool.
    const script = `1s|^#!${await this.#pipOf(python, hooks)}$|#!${folder}/bin/python|`;
    await runInstaller({ command: ['find', `${folder}/bin`, '-type', 'f', '-exec', 'sed', '-i', script, '{}', '+'], ...hooks });
  }

  async installInto(
    python: string,
    target: string,
    requirements: readonly string[],
    source: PackageSource,
    hooks: BuildHooks,
  ): Promise<void> {
    await this.#run(python, ['install', '--target', target, '--only-binary', ':all:', ...sourceArguments(source), ...requirements], hooks);
  }

  async #run(python: string, words: readonly string[], hooks: BuildHooks): Promise<string> {
    const environment = { HOME: this.#cache, PIP_CACHE_DIR: this.#cache, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };
    return runInstaller({ command: [await this.#pipOf(python, hooks), '-I', '-m', 'pip', ...words], environment, ...hooks });
  }
}

interface PipReport {
  readonly install: readonly {
    readonly metadata: { readonly name: string; readonly version: string };
    readonly download_info: { readonly archive_info?: { readonly hash?: string; readonly hashes?: Readonly<Record<string, string>> } };
  }[];
}
