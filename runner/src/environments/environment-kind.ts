import { PACKAGED_LANGUAGES } from '#contract/languages.ts';
import type { EnvironmentRequest } from '#contract/runner-protocol.ts';
import type { Installed } from './environment-store.ts';

export interface BuildHooks {
  readonly log: (text: string) => void;
  readonly signal: AbortSignal;
}

/** How the packages of one language are found and installed. Failures are thrown as `InstallError`, in words for authors. */
export interface EnvironmentKind {
  /**
   * Settles what is asked for to exact versions. Where that cannot be known without installing, it is installed into
   * `scratch`, and `installed` says what that was; else `installed` is null and `scratch` stays empty.
   */
  resolve(request: EnvironmentRequest, scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: Installed | null }>;
  /** Makes the environment of a lock at `folder`, which does not exist yet. */
  install(lock: string, folder: string, hooks: BuildHooks): Promise<Installed>;
}

/** The first line of every lock: whose it is. */
export function lockTitle(language: EnvironmentRequest['language'], version: string | null): string {
  return `# lessonwright environment: ${language}${version === null ? '' : ` ${version}`}\n`;
}

/** Reads the first line of a lock; null: it is none of ours. */
export function readLockTitle(lock: string): { language: EnvironmentRequest['language']; version: string | null } | null {
  const [, language, version] = /^# lessonwright environment: (\S+)(?: (\S+))?$/m.exec(lock.split('\n', 1)[0] ?? '') ?? [];
  const known = PACKAGED_LANGUAGES.find((each) => each === language);
  return known === undefined ? null : { language: known, version: version ?? null };
}
