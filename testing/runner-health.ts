import { eachLanguage, type RunnerHealth } from '#platform/contract/runner-protocol.ts';

/** The state of an idle runner with every language. */
export function buildRunnerHealth(given: Partial<RunnerHealth> = {}): RunnerHealth {
  return {
    name: 'r1',
    version: '1.0.0',
    sandbox: { ok: true, reason: null, not_enforced: [] },
    languages: eachLanguage(() => ({ available: true, versions: [], builds: {}, reason: null })),
    requirements: [],
    capacity: 2,
    running: 0,
    queued: 0,
    clients: {},
    slots: [],
    sessions: 0,
    terminals: 0,
    draining: false,
    ...given,
  };
}
