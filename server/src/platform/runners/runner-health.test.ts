import { expect, it } from 'vitest';
import { eachLanguage, type RunnerHealth } from '#contract/runner-protocol.ts';
import { RunnersHealth } from './runner-health.ts';

const buildHealth = (given: Partial<RunnerHealth>): RunnerHealth => ({
  name: 'r',
  version: '1.0.0',
  sandbox: { ok: true, reason: null, not_enforced: [] },
  languages: eachLanguage(() => ({ available: true, versions: [], reason: null })),
  requirements: [],
  capacity: 4,
  running: 0,
  queued: 0,
  clients: {},
  slots: [],
  sessions: 0,
  terminals: 0,
  draining: false,
  ...given,
});

it.each([
  ['nothing runs', { running: 0 }, 0, 0, 0],
  ['runs of other servers count', { running: 2, queued: 1 }, 0, 0, 0.75],
  ['own runs that have ended since the reply do not', { running: 3 }, 3, 0, 0],
  ['own runs that began since the reply do', { running: 1 }, 0, 2, 0.75],
  ['a runner that counts differently never has a negative load', { running: 0 }, 2, 1, 0.25],
] as const)('%s', (_, given, ofThisServer, assigned, expected) => {
  const health = new RunnersHealth(() => []);
  for (let count = 0; count < assigned; count++) health.give('r');
  expect(health.load('r', buildHealth({ ...given, clients: { [health.client]: ofThisServer } }))).toBe(expected);
});
