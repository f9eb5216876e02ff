import { expect, it } from 'vitest';
import { limitAt, limitText } from './run-limits.ts';
import { RunLimit } from './run-outcome.ts';
import { DEFAULT_RUN_LIMITS } from './runner-protocol.ts';

it.each([
  ['time', 'Stopped: the code ran longer than 15 seconds, the time limit of this lesson.'],
  ['cpu', 'Stopped: the code used more processor time than 15 seconds.'],
  ['memory', 'Stopped: the code used more memory than 1024 MB.'],
  ['processes', 'Stopped: the code started more processes than the 64 that it may have.'],
  ['disk', 'Stopped: the code wrote more to the disk than 64 MB.'],
  ['output', 'Stopped: the code wrote more output than 1024 kB.'],
] as const)('a run that met the limit of %s', (limit, text) => {
  expect(limitText(limit, limitAt(limit, DEFAULT_RUN_LIMITS))).toBe(text);
});

it('a limit whose number is not known has a text without it', () => {
  for (const limit of RunLimit.options) expect(limitText(limit, null)).toMatch(/^Stopped: .* than a run may\.$/);
});
