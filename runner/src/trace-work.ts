import type { RunnerSpan } from '#platform/contract/runner-protocol.ts';
import { nextSpan, type TraceContext } from '#platform/contract/trace-context.ts';
import type { RunEnd, Work } from './language-runtime.ts';

/**
 * Reports the steps of a run: waiting since now, getting a slot or sandbox, running the code, and checking it. The server sends
 * them on, so that a runner needs no connection to a collector.
 */
export function traceWork(work: Work, parent: TraceContext): Work {
  // The machine's clock may be set later, so times are counted from here.
  const [arrivedAt, zero] = [Date.now(), performance.now()];
  const now = () => arrivedAt + performance.now() - zero;
  return async (hooks) => {
    const startedAt = now();
    let readyAt: number | null = null;
    let end: RunEnd | null = null;
    try {
      end = await work({ ...hooks, onReady: () => (readyAt ??= now()) });
      return end;
    } finally {
      const endedAt = now();
      const ranFrom = readyAt ?? startedAt;
      const checkedFrom = Math.max(ranFrom, endedAt - (end?.checkSeconds ?? 0) * 1000);
      const root = nextSpan(parent).spanId;
      const step = (name: RunnerSpan['name'], started_at: number, ended_at: number): RunnerSpan[] =>
        ended_at > started_at ? [{ name, span_id: nextSpan(parent).spanId, parent_id: root, started_at, ended_at }] : [];
      hooks.onTraced?.([
        { name: 'runner', span_id: root, parent_id: parent.spanId, started_at: arrivedAt, ended_at: endedAt },
        ...step('runner.wait', arrivedAt, startedAt),
        ...step('runner.slot', startedAt, ranFrom),
        ...step('runner.run', ranFrom, checkedFrom),
        ...step('runner.check', checkedFrom, endedAt),
      ]);
    }
  };
}
