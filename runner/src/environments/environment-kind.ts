import { PACKAGED_LANGUAGES } from '#platform/contract/languages.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { Installed } from './environment-store.ts';

export interface BuildHooks {
  readonly log: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Resolves and installs the packages of one language. Failures are thrown as `InstallError` with a message for authors. */
export interface EnvironmentKind {
  /**
   * Resolves the requested packages to exact versions. If that requires installing them, they are installed into `scratch` and
   * returned as `installed`; otherwise `installed` is null and `scratch` stays empty.
   */
  resolve(request: EnvironmentRequest, scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: Installed | null }>;
  /** Installs the packages of a lock at `folder`, which must not exist yet. */
  install(lock: string, folder: string, hooks: BuildHooks): Promise<Installed>;
}

/** Returns the first line of a lock, which names its language and version. */
export function lockTitle(language: EnvironmentRequest['language'], version: string | null): string {
  return `# lessonwright environment: ${language}${version === null ? '' : ` ${version}`}\n`;
}

/** Parses the first line of a lock; null if we didn't write it. */
export function readLockTitle(lock: string): { language: EnvironmentRequest['language']; version: string | null } | null {
  const [, language, version] = /^# lessonwright environment: (\S+)(?: (\S+))?$/m.exec(lock.split('\n', 1)[0] ?? '') ?? [];
  const known = PACKAGED_LANGUAGES.find((each) => each === language);
  return known === undefined ? null : { language: known, version: version ?? null };
}
