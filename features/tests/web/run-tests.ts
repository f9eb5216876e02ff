import type { ScreenTest } from '../contract/screen-tests.ts';

/** The dependencies of {@link runTests}. */
export interface TestCalls {
  /** Starts a test. Returns it finished, or still `Running` after a few seconds. */
  run: (id: number) => Promise<ScreenTest>;
  /** The current state of a test. */
  look: (id: number) => Promise<ScreenTest>;
  stop: (id: number) => Promise<ScreenTest>;
  pause: (milliseconds: number) => Promise<void>;
}

/** Polling interval of a running test. */
export const LOOK_EVERY_MS = 1_000;

interface Progress {
  onStart: (id: number) => void;
  onEnd: (test: ScreenTest) => void;
  /** The call itself failed: the runner or the server is down. */
  onError: (id: number, error: unknown) => void;
}

/**
 * Runs tests one after another, or several in parallel, until all have ended or `signal` stops them: running tests are stopped, the
 * others skipped.
 */
export async function runTests(
  ids: readonly number[],
  atOnce: number,
  calls: TestCalls,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      progress.onStart(id);
      try {
        progress.onEnd(await runToEnd(id, calls, signal));
      } catch (error) {
        progress.onError(id, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
}

async function runToEnd(id: number, calls: TestCalls, signal: AbortSignal): Promise<ScreenTest> {
  const stop = () => void calls.stop(id).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    let test = await calls.run(id);
    while (test.status === 'Running') {
      await calls.pause(LOOK_EVERY_MS);
      test = await calls.look(id);
    }
    return test;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
