import { lockTitle } from './environment-kind.ts';

/** A package of a lock: which archive, and what is in it. */
export interface LockedRPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

const LINE = /^(\S+) (\S+) sha256:([0-9a-f]{64})$/gm;
const REPOSITORY = /^# from (\S+)$/m;

/** In the order in which they can be installed. */
export function writeRLock(rVersion: string, repository: string, packages: readonly LockedRPackage[]): string {
  const lines = packages.map(({ name, version, sha256 }) => `${name} ${version} sha256:${sha256}\n`);
  return `${lockTitle('r', rVersion)}# from ${repository}\n${lines.join('')}`;
}

/** What a lock names. */
export function readRLock(lock: string): { repository: string | null; packages: LockedRPackage[] } {
  const packages = [...lock.matchAll(LINE)].map(([, name = '', version = '', sha256 = '']) => ({ name, version, sha256 }));
  return { repository: REPOSITORY.exec(lock)?.[1] ?? null, packages };
}
