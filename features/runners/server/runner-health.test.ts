import { expect, it } from 'vitest';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import { RunnersHealth } from './runner-health.ts';

it.each([
  ['nothing runs', { running: 0 }, 0, 0, 0],
  ['runs of other servers count', { running: 2, queued: 1 }, 0, 0, 0.75],
  ['own runs that have ended since the reply do not', { running: 3 }, 3, 0, 0],
  ['own runs that began since the reply do', { running: 1 }, 0, 2, 0.75],
  ['a runner that counts differently never has a negative load', { running: 0 }, 2, 1, 0.25],
] as const)('%s', (_, given, ofThisServer, assigned, expected) => {
  const health = new RunnersHealth(() => []);
  for (let count = 0; count < assigned; count++) health.give('r');
  expect(health.load('r', buildRunnerHealth({ capacity: 4, ...given, clients: { [health.client]: ofThisServer } }))).toBe(expected);
});

it('a runner that hangs counts as down within the limit and does not hide the others', async () => {
  const up = { name: 'up', health: buildRunnerHealth(), address: () => Promise.reject(new Error('It is not asked.')) };
  const hangs = { name: 'hangs', address: () => new Promise<never>(() => undefined) };
  const [first, second] = await new RunnersHealth(() => [up, hangs]).askAll(50);
  expect(first?.health?.sandbox.ok).toBe(true);
  expect(second).toEqual({ name: 'hangs', health: null, reason: 'The runner "hangs" is not up: it did not respond within 0.05 seconds.' });
});
