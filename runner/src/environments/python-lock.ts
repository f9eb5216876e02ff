import { lockTitle } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import { InstallError } from './run-installer.ts';

/** A package that has no wheel: its source is fetched by its hash and built in the sandbox. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/** Where the packages come from that every lesson expects and this one did not ask for. */
type Base = 'included' | 'of the machine' | 'none';

/** What a Python environment is made of, exactly. */
export interface PythonLock {
  readonly version: string;
  readonly base: Base;
  /** Requirements with hashes, as installers write and read them. */
  readonly wheels: string;
  readonly sources: readonly SourcePackage[];
}

const PLATFORM = `${process.platform} ${process.arch}`;
const PLATFORM_LINE = /^# platform: (.*)$/m;
const BASE_LINE = /^# base packages: (included|of the machine|none)$/m;
const SOURCE_LINE = /^# built from source: (\S+)==(\S+) sha256:([0-9a-f]{64})$/gm;
const ENTRIES = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+_-]+(?: \\\n {4}--hash=sha256:[0-9a-f]{64})+\n)+$/;
const PINNED_LINE = /^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s\\;]+)/gm;

export function writePythonLock(lock: PythonLock): string {
  return (
    `${lockTitle('python', lock.version)}# platform: ${PLATFORM}\n# base packages: ${lock.base}\n` +
    lock.sources.map(({ name, version, sha256 }) => `# built from source: ${name}==${version} sha256:${sha256}\n`).join('') +
    `${lock.wheels.trim()}\n`
  );
}

/** @throws InstallError for a lock of another kind of machine, which has other wheels. */
export function readPythonLock(text: string, version: string): PythonLock {
  const platform = PLATFORM_LINE.exec(text)?.[1];
  if (platform !== PLATFORM) {
    throw new InstallError(`The packages of this lesson were locked for ${platform}; this runner is ${PLATFORM}. Build them again.`);
  }
  return {
    version,
    base: (BASE_LINE.exec(text)?.[1] ?? 'none') as Base,
    wheels: entriesOf(text),
    sources: [...text.matchAll(SOURCE_LINE)].map(([, name = '', sourceVersion = '', sha256 = '']) => ({
      name,
      version: sourceVersion,
      sha256,
    })),
  };
}

/** A lock comes with a lesson's content, so that nothing gets to the installer but names, versions and hashes. */
function entriesOf(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const entries = `${lines.join('\n')}\n`;
  if (lines.length > 0 && !ENTRIES.test(entries))
    throw new InstallError('The lock of this lesson was changed by hand. Build its packages again.');
  return entries;
}

/** Everything that a lock installs, by name. */
export function packagesOf(lock: PythonLock): Installed {
  const wheels = [...lock.wheels.matchAll(PINNED_LINE)].map(([, name = '', version = '']) => ({ name, version }));
  const sources = lock.sources.map(({ name, version }) => ({ name, version }));
  return [...wheels, ...sources].sort((one, other) => one.name.localeCompare(other.name));
}

/** A resolver's pinned requirements without the packages that are built from source: their wheels are made here, each time another. */
export function withoutSources(pinned: string, sources: readonly SourcePackage[]): string {
  const names = new Set(sources.map(({ name }) => name));
  const entries = pinned.trim().split(/\n(?=\S)/);
  return entries
    .filter(
      (entry) =>
        !names.has(
          /^[A-Za-z0-9._-]+/
            .exec(entry)?.[0]
            ?.toLowerCase()
            .replaceAll(/[-_.]+/g, '-') ?? '',
        ),
    )
    .join('\n');
}
