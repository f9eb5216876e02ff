import { describe, expect, it } from 'vitest';
import { NO_RUN, type RunView } from './run-state.ts';
import { statusText } from './run-status.tsx';

describe('the status line of a run', () => {
  it.each<[Partial<RunView>, string]>([
    [{ phase: 'sent' }, 'Answer code: running…'],
    [{ phase: 'queued', queuePosition: 1 }, 'Answer code: waiting behind 1 run'],
    [{ phase: 'queued', queuePosition: 3 }, 'Answer code: waiting behind 3 runs'],
    [{ phase: 'queued', preparing: 'Installing pandas' }, 'Answer code: preparing… Installing pandas'],
    [{ phase: 'running', isStopping: true }, 'Answer code: stopping…'],
    [{ phase: 'running', isRejoined: true }, 'Answer code: still running since you left…'],
    [{ phase: 'failed' }, 'Answer code: no result'],
    [{ phase: 'running', isDeploy: true, source: 'remote_run_code' }, 'Remote run code: starting the application…'],
    [
      { phase: 'retrying', isDeploy: true, source: 'remote_run_code' },
      'Remote run code: the application is not up yet, trying again in 2 s',
    ],
    [{ phase: 'sent', isDeploy: true, retries: 3, source: 'remote_run_code' }, 'Remote run code, try 4 of 4: starting the application…'],
  ])('%j', (run, text) => {
    expect(statusText({ ...NO_RUN, source: 'answer', ...run })).toBe(text);
  });
});
