import { currentCall } from '#platform/server/http/current-call.ts';
import type { ContentGit } from './content-git.ts';

/** What the stand-ins below stand for. */
const standIns = new WeakMap<ContentGit, ContentGit | null>();

/** For calls that any server answers, and that say more on the one with the repositories; null: they are elsewhere. */
export function gitHere({ git }: { readonly git: ContentGit }): ContentGit | null {
  const behind = standIns.get(git);
  return behind === undefined ? git : behind;
}

/** A server without the repositories. A call that needs them is `servedBy: 'git'` in the contract, so that it never gets here. */
export function gitElsewhere(mainBranch: string): ContentGit {
  const standIn = new Proxy({} as ContentGit, {
    get: (_target, name) => {
      if (name === 'mainBranch') return mainBranch;
      if (name === 'then') return undefined;
      throw new Error(`The content repository is on another server (git.${String(name)}).`);
    },
  });
  standIns.set(standIn, null);
  return standIn;
}

/**
 * Fails calls that use git although their route does not say so: on a server without the repositories they would fail. For tests; jobs
 * run on the right server anyway.
 */
export function guardGit(git: ContentGit): ContentGit {
  const standIn = new Proxy(git, {
    get: (target, name) => {
      const call = currentCall();
      if (call !== null && call.servedBy !== undefined && call.servedBy !== 'git' && name !== 'mainBranch')
        throw new Error(`This call uses git.${String(name)}, so its route needs servedBy: 'git'.`);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
  standIns.set(standIn, git);
  return standIn;
}
