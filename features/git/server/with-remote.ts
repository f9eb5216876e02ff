import type { Remote, RemoteSource, Unreachable } from './remote.ts';

/**
 * Talks to a remote. If its credentials expire, they are requested first, and once more if they are rejected: after
 * that, age isn't the cause.
 */
export async function withRemote<T extends { readonly kind: string }>(
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

/** A {@link RemoteSource} has no credentials. The message is for users. */
export class NoRemoteError extends Error {
  override readonly name: string = 'NoRemoteError';
}
