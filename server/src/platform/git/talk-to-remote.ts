import type { Remote, RemoteSource, Unreachable } from './remote.ts';

/**
 * Talks to a remote. One whose secrets expire is asked for first, and asked for new ones when these were not taken: once,
 * because then it is not their age.
 */
export async function talkTo<T extends { readonly kind: string }>(
  source: RemoteSource,
  talk: (remote: Remote) => Promise<T | Unreachable>,
): Promise<T | Unreachable> {
  if (typeof source !== 'function') return talk(source);
  try {
    const outcome = await talk(await source({ isRefused: false }));
    const isRefused = outcome.kind === 'unreachable' && 'isRefused' in outcome && outcome.isRefused === true;
    return isRefused ? await talk(await source({ isRefused: true })) : outcome;
  } catch (error) {
    if (error instanceof NoRemoteError) return { kind: 'unreachable', text: error.message };
    throw error;
  }
}

/** A {@link RemoteSource} has no secrets to give. The message is for people. */
export class NoRemoteError extends Error {
  override readonly name: string = 'NoRemoteError';
}
