import { describe, expect, it } from 'vitest';
import type { RunPending, RunResult } from '#contract/runs.ts';
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
  images: [],
  vars: [],
  checks: { output: noCheck, variables: noCheck, value: noCheck, custom: noCheck, legacy: noCheck },
  check_summary: null,
  limit: null,
  cut: [],
  duration_ms: 12,
  grader: null,
  check_error: null,
  external_ip: null,
};
const pending: RunPending = { status: 'pending', code_run_id: 'r1', session_id: 's1', runner_name: 'local', queue_position: 2 };

const send: RunAction = { type: 'send', source: 'answer' };
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
    ['is told of its place by the reply too', [send, { type: 'reply', reply: pending }], { phase: 'queued', queuePosition: 2 }],
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
    ['does not hear other runs', [send, started, wrote('x', 'r0')], { stdout: '' }],
    [
      'keeps what it wrote when it is lost',
      [send, wrote('a'), { type: 'fail', error: 'gone' }],
      { phase: 'failed', stdout: 'a', failure: 'gone' },
    ],
    ['is stopped', [send, started, { type: 'stop' }], { isStopping: true, phase: 'running' }],
    ['that cannot be stopped runs on', [send, started, { type: 'stop' }, { type: 'stop-failed' }], { isStopping: false, phase: 'running' }],
    ['begins anew', [send, finished, { type: 'send', source: 'initial' }], { ...NO_RUN, phase: 'sent', source: 'initial' }],
  ] as [string, RunAction[], object][])('%s', (_, actions, expected) => {
    expect(after(...actions)).toMatchObject(expected);
  });

  it('hears nothing before it was sent', () => {
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
