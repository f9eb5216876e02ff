import type { RunEvent } from '#contract/live.ts';
import type { RunProgress } from '#server/platform/runners.ts';

/** Converts a runner's event into the event for the run's page. */
export function tellRun(id: string, event: RunProgress): RunEvent {
  switch (event.type) {
    case 'queued':
      return { type: 'queued', code_run_id: id, queue_position: event.position };
    case 'started':
      return { type: 'started', code_run_id: id };
    case 'preparing':
    case 'stdout':
    case 'stderr':
      return { type: event.type, code_run_id: id, text: event.text };
  }
}
