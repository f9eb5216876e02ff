import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { mutationsSettled } from '#platform/web/mutations-settled.ts';
import { newUuid } from '#platform/web/uuid.ts';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { lessonTestsQuery, showTest, updateKey } from './api.ts';
import { MESSAGES } from './messages.ts';
import { runTests } from './run-tests.ts';

/** Tests that run in parallel on request; the runner queues those it has no slot for. */
const SIDE_BY_SIDE = 4;

interface RunningTests {
  /** Ids of the scheduled tests. */
  readonly waiting: ReadonlySet<number>;
  readonly running: ReadonlySet<number>;
  readonly done: number;
  readonly total: number;
}

const IDLE: RunningTests = { waiting: new Set(), running: new Set(), done: 0, total: 0 };

export interface TestRunner {
  /** Null: nothing is running. */
  readonly progress: RunningTests | null;
  readonly error: string | null;
  start: (tests: readonly ScreenTest[], isSideBySide: boolean) => void;
  stop: () => void;
}

/** Runs the tests of a lesson from this page. Leaving the page stops them. */
export function useRunTests(lessonId: number): TestRunner {
  const client = useQueryClient();
  const [progress, setProgress] = useState<RunningTests | null>(null);
  const [error, setError] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  async function run(ids: readonly number[], isSideBySide: boolean, signal: AbortSignal) {
    const look = async (id: number) => {
      const tests = await client.query({ ...lessonTestsQuery(lessonId), staleTime: 0 });
      const found = tests.find((test) => test.id === id);
      if (!found) throw new Error(MESSAGES.runFailed);
      return found;
    };
    const move = (id: number, isEnd: boolean) =>
      setProgress((known) => {
        const { waiting, running, done, total } = known ?? IDLE;
        const rest = new Set([...waiting].filter((other) => other !== id));
        const now = new Set([...running].filter((other) => other !== id));
        return { waiting: rest, running: isEnd ? now : now.add(id), done: done + (isEnd ? 1 : 0), total };
      });
    const batch = ids.length > 1 ? { batch: { id: newUuid(), size: ids.length } } : {};
    await runTests(
      ids,
      isSideBySide ? SIDE_BY_SIDE : 1,
      {
        run: async (screenTestId) => {
          // Waits for pending changes of the tests, so that those run.
          await mutationsSettled(client, updateKey(lessonId));
          return api.runScreenTest({ body: { screenTestId, ...batch } });
        },
        stop: (screenTestId) => api.stopScreenTest({ body: { screenTestId } }),
        look,
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      },
      {
        onStart: (id) => move(id, false),
        onEnd: (test) => {
          showTest(client, test);
          move(test.id, true);
        },
        onError: (id, reason) => {
          setError(errorText(reason, MESSAGES.runFailed));
          move(id, true);
        },
      },
      signal,
    );
    if (stopping.current?.signal === signal) setProgress(null);
  }

  return {
    progress,
    error,
    start: (tests, isSideBySide) => {
      stopping.current?.abort();
      stopping.current = new AbortController();
      const ids = tests.map(({ id }) => id);
      setError(null);
      setProgress({ waiting: new Set(ids), running: new Set(), done: 0, total: ids.length });
      void run(ids, isSideBySide, stopping.current.signal);
    },
    stop: () => stopping.current?.abort(),
  };
}
