import { describe, expect, it } from 'vitest';
import type { RunPending, RunResult } from '../contract/runs.ts';
import { isRunning, NO_RUN, type RunAction, runReducer } from './run-state.ts';

const noCheck = { enabled: false, pass: false, results: [] };
const result: RunResult = {
  status: 'done',
  code_run_id: 'r1',
  session_id: 's1',
  runner_name: 'local',
  output: 'all of it\n',
  stderr: '',
  error: null,
  error_line: null,
  error_column: null,
  earlier_errors: [],
  images: [],
  vars: [],
  checks: { output: noCheck, variables: noCheck, value: noCheck, custom: noCheck, unit: noCheck, legacy: noCheck },
  check_summary: null,
  limit: null,
  limit_at: null,
  cut: [],
  files: [],
  duration_ms: 12,
  grader: null,
  check_error: null,
  external_ip: null,
};
const pending: RunPending = { status: 'pending', code_run_id: 'r1', session_id: 's1', runner_name: 'local', queue_position: 2 };

const send: RunAction = { type: 'send', source: 'answer', code: 'x = 1' };
const queued: RunAction = { type: 'event', event: { type: 'queued', code_run_id: 'r1', queue_position: 3 } };
const started: RunAction = { type: 'event', event: { type: 'started', code_run_id: 'r1' } };
const wrote = (text: string, id = 'r1'): RunAction => ({ type: 'event', event: { type: 'stdout', code_run_id: id, text } });
const finished: RunAction = { type: 'event', event: { type: 'finished', code_run_id: 'r1', reply: result } };

function after(...actions: RunAction[]) {
  return actions.reduce(runReducer, NO_RUN);
}

describe('a run', () => {
  it.each([
    ['is sent', [send], { phase: 'sent', source: 'answer', codeRunId: null }],
    ['waits in the queue', [send, queued], { phase: 'queued', queuePosition: 3, codeRunId: 'r1' }],
    ['gets its queue position from the reply too', [send, { type: 'reply', reply: pending }], { phase: 'queued', queuePosition: 2 }],
    ['runs', [send, queued, started], { phase: 'running', queuePosition: 0 }],
    ['writes as it goes', [send, started, wrote('a\n'), wrote('b\n')], { phase: 'running', stdout: 'a\nb\n' }],
    ['does not go back into the queue', [send, started, queued], { phase: 'running' }],
    [
      'nor by a late reply',
      [send, started, { type: 'reply', reply: pending }],
      { phase: 'running', poll: { runnerName: 'local', sessionId: 's1' } },
    ],
    ['ends by its event', [send, started, finished], { phase: 'done', result }],
    ['ends by its reply', [send, { type: 'reply', reply: result }], { phase: 'done', result }],
    ['ends once', [send, finished, { type: 'fail', error: 'late' }], { phase: 'done', failure: null }],
    ['ignores other runs', [send, started, wrote('x', 'r0')], { stdout: '' }],
    [
      'keeps what it wrote when it is lost',
      [send, wrote('a'), { type: 'fail', error: 'gone' }],
      { phase: 'failed', stdout: 'a', failure: 'gone' },
    ],
    ['is stopped', [send, started, { type: 'stop' }], { isStopping: true, phase: 'running' }],
    ['that cannot be stopped runs on', [send, started, { type: 'stop' }, { type: 'stop-failed' }], { isStopping: false, phase: 'running' }],
    [
      'starts over',
      [send, finished, { type: 'send', source: 'initial', code: 'y' }],
      { ...NO_RUN, phase: 'sent', source: 'initial', code: 'y' },
    ],
  ] as [string, RunAction[], object][])('%s', (_, actions, expected) => {
    expect(after(...actions)).toMatchObject(expected);
  });

  const preparing: RunAction = { type: 'event', event: { type: 'preparing', code_run_id: 'r1', text: 'Installing pandas' } };
  it.each([
    ['is prepared', [send, queued, preparing], { phase: 'queued', queuePosition: 0, preparing: 'Installing pandas' }],
    ['is prepared, despite a late reply', [send, preparing, { type: 'reply', reply: pending }], { preparing: 'Installing pandas' }],
    ['runs when it is prepared', [send, preparing, started], { phase: 'running', preparing: null }],
    [
      'goes on when its author comes back',
      [{ type: 'rejoin', source: 'answer', code: 'x', reply: pending }, wrote('more\n')],
      { phase: 'running', source: 'answer', code: 'x', codeRunId: 'r1', stdout: 'more\n', isRejoined: true },
    ],
    [
      'has ended when its author comes back',
      [{ type: 'rejoin', source: 'answer', code: 'x', reply: result }],
      { phase: 'done', result, isRejoined: true },
    ],
    [
      'of an earlier visit does not take the place of a new one',
      [send, { type: 'rejoin', source: 'initial', code: 'y', reply: result }],
      { phase: 'sent', source: 'answer', isRejoined: false },
    ],
  ] as [string, RunAction[], object][])('%s', (_, actions, expected) => {
    expect(after(...actions)).toMatchObject(expected);
  });

  it('ignores events before it was sent', () => {
    expect(after(started, finished)).toBe(NO_RUN);
  });

  it.each([
    [[send], true],
    [[send, queued], true],
    [[send, started], true],
    [[send, finished], false],
    [[], false],
  ] as [RunAction[], boolean][])('is under way: %#', (actions, expected) => {
    expect(isRunning(after(...actions))).toBe(expected);
  });
});

describe('a verdict', () => {
  it.each([
    [{ type: 'send', source: 'initial', code: '' }, false],
    [{ type: 'send', source: 'initial', code: '', isJudged: true }, true],
  ] as [RunAction, boolean][])('of %j was asked for: %s', (action, isJudged) => {
    expect(after(action, { type: 'reply', reply: result }).isJudged).toBe(isJudged);
  });
});

describe('a run that starts an application', () => {
  const deploy: RunAction = { type: 'send', source: 'remote_run_code', code: 'serve()', isDeploy: true };
  const again: RunAction = { type: 'send-again' };
  const nothing: RunAction = { type: 'reply', reply: result };
  const up: RunAction = { type: 'reply', reply: { ...result, external_ip: '/applications/a/' } };
  const failure = 'Something went wrong during application launch, please try again.';

  it.each([
    ['is done with its address', [deploy, up], { phase: 'done', failure: null, retries: 0 }],
    ['is tried again without one', [deploy, nothing], { phase: 'retrying', result, retries: 0 }],
    [
      'is a fresh run each time',
      [deploy, wrote('a'), nothing, again],
      { phase: 'sent', code: 'serve()', stdout: '', codeRunId: null, retries: 1 },
    ],
    ['may be up at last', [deploy, nothing, again, nothing, again, up], { phase: 'done', failure: null, retries: 2 }],
    [
      'is given up after three more tries',
      [deploy, nothing, again, nothing, again, nothing, again, nothing],
      { phase: 'done', result, failure, retries: 3 },
    ],
    ['is stopped between two tries', [deploy, nothing, { type: 'stop' }], { phase: 'done', failure: null }],
    ['is not tried again when it was stopped', [deploy, started, { type: 'stop' }, nothing], { phase: 'done', failure: null }],
    ['ignores the previous attempt', [deploy, nothing, started, wrote('late'), nothing], { phase: 'retrying', stdout: '' }],
    ['that could not be run is not tried again', [deploy, { type: 'fail', error: 'no' }], { phase: 'failed', failure: 'no' }],
  ] as [string, RunAction[], object][])('%s', (_, actions, expected) => {
    expect(after(...actions)).toMatchObject(expected);
  });
});
