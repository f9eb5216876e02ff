import { CodeHostError, type CodeHost, type HostFailure, type PullHost } from './code-host.ts';

/** Wraps the pull requests to record the latest failure for operators. */
export function rememberFailures(pulls: PullHost): Pick<CodeHost, 'lastError'> & { pulls: PullHost } {
  let last: HostFailure | null = null;
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof CodeHostError) last = { text: error.message, at: new Date() };
      throw error;
    }
  };
  return {
    lastError: () => last,
    pulls: {
      find: (...input) => watched(pulls.find(...input)),
      get: (...input) => watched(pulls.get(...input)),
      open: (...input) => watched(pulls.open(...input)),
      reopen: (...input) => watched(pulls.reopen(...input)),
      close: (...input) => watched(pulls.close(...input)),
      merge: (...input) => watched(pulls.merge(...input)),
    },
  };
}
