import { lockTitle, readLockTitle } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import { normalName } from './python-requirements.ts';
import { InstallError } from './run-installer.ts';

/** A package without a wheel: its source is downloaded by hash and built in the sandbox. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/** Where the base packages come from that this lesson did not request. */
type Base = 'included' | 'of the machine' | 'none';

/** The exact contents of a Python environment. */
export interface PythonLock {
  readonly version: string;
  readonly base: Base;
  /** Pinned requirements with hashes, in the installers' format. */
  readonly wheels: string;
  readonly sources: readonly SourcePackage[];
}

/** Sources per environment; each build takes a while. */
export const MOST_SOURCES = 20;

const PLATFORM = `${process.platform} ${process.arch}`;
const PLATFORM_LINE = /^# platform: ([a-z0-9]+ [a-z0-9_]+)$/;
const BASE_LINE = /^# base packages: (included|of the machine|none)$/;
const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const VERSION = '[A-Za-z0-9](?:[A-Za-z0-9.!+_-]*[A-Za-z0-9])?';
const SOURCE_LINE = new RegExp(`^# built from source: (${NAME})==(${VERSION}) sha256:([0-9a-f]{64})$`);
const PINNED_LINE = new RegExp(`^(${NAME})==(${VERSION}) \\\\$`);
const HASH_LINE = /^ {4}--hash=sha256:[0-9a-f]{64}( \\)?$/;

export function writePythonLock(lock: PythonLock): string {
  return (
    `${lockTitle('python', lock.version)}# platform: ${PLATFORM}\n# base packages: ${lock.base}\n` +
    lock.sources.map(({ name, version, sha256 }) => `# built from source: ${name}==${version} sha256:${sha256}\n`).join('') +
    (lock.wheels.trim() === '' ? '' : `${lock.wheels.trim()}\n`)
  );
}

/**
 * Parses a lock. It comes with a lesson's content and is untrusted, so only names, versions and hashes get through to an
 * installer or a path.
 *
 * @throws InstallError for a lock of another platform, which has other wheels, and for any line that a build would not have
 * written
 */
export function readPythonLock(text: string, version: string): PythonLock {
  const [title = '', platformLine = '', baseLine = '', ...lines] = text.replace(/\n+$/, '').split('\n');
  if (readLockTitle(title)?.language !== 'python') throw changedByHand();
  const platform = PLATFORM_LINE.exec(platformLine)?.[1] ?? fail();
  if (platform !== PLATFORM) {
    throw new InstallError(`The packages of this lesson were built for ${platform}, but this runner is ${PLATFORM}. Build them again.`);
  }
  const base = (BASE_LINE.exec(baseLine)?.[1] ?? fail()) as Base;
  const firstWheel = lines.findIndex((line) => !line.startsWith('#'));
  const sourceLines = firstWheel === -1 ? lines : lines.slice(0, firstWheel);
  const sources = sourceLines.map((line): SourcePackage => {
    const [, name = fail(), sourceVersion = fail(), sha256 = fail()] = SOURCE_LINE.exec(line) ?? [];
    return { name, version: sourceVersion, sha256 };
  });
  if (sources.length > MOST_SOURCES) throw changedByHand();
  const wheelLines = (firstWheel === -1 ? [] : lines.slice(firstWheel)).filter((line) => line !== '');
  requireWheels(wheelLines);
  const lock = { version, base, wheels: wheelLines.map((line) => `${line}\n`).join(''), sources };
  const names = packagesOf(lock).map(({ name }) => normalName(name));
  if (new Set(names).size !== names.length) throw changedByHand();
  return lock;
}

/** Each package is a line followed by at least one line with a hash. */
function requireWheels(lines: readonly string[]): void {
  let expects: 'package' | 'hash' = 'package';
  for (const line of lines) {
    if (expects === 'package') {
      if (!PINNED_LINE.test(line)) throw changedByHand();
      expects = 'hash';
      continue;
    }
    const found = HASH_LINE.exec(line) ?? fail();
    expects = found[1] === undefined ? 'package' : 'hash';
  }
  if (expects === 'hash') throw changedByHand();
}

function changedByHand(): InstallError {
  return new InstallError('The package lock of this lesson was edited by hand. Build the packages again.');
}

function fail(): never {
  throw changedByHand();
}

/** Returns everything a lock installs, by name. */
export function packagesOf(lock: Pick<PythonLock, 'wheels' | 'sources'>): Installed {
  const wheels = lock.wheels.split('\n').flatMap((line) => {
    const [, name, version] = PINNED_LINE.exec(line) ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version }];
  });
  const sources = lock.sources.map(({ name, version }) => ({ name, version }));
  return [...wheels, ...sources].sort((one, other) => one.name.localeCompare(other.name));
}

/** Removes packages built from source from pinned requirements; their wheels differ with every build. */
export function withoutSources(pinned: string, sources: readonly SourcePackage[]): string {
  const names = new Set(sources.map(({ name }) => normalName(name)));
  const entries = pinned.trim().split(/\n(?=\S)/);
  return entries.filter((entry) => !names.has(normalName(/^[A-Za-z0-9._-]+/.exec(entry)?.[0] ?? ''))).join('\n');
}
