import { expect, it } from 'vitest';
import { ProcessorTime } from './processor-time.ts';

function budget() {
  const clock = { now: 0 };
  return { clock, time: new ProcessorTime({ burstMs: 60_000, msPerSecond: 500, now: () => clock.now }) };
}

it('refuses a caller who has used theirs up, until it is available again, and no other caller', () => {
  const { clock, time } = budget();
  time.spend('ada', 59_999);
  expect(() => time.requireTime('ada')).not.toThrow();
  time.spend('ada', 2_001);
  expect(() => time.requireTime('ada')).toThrow(
    'You have used up your processor time for now. Nothing was changed. Try again in 6 seconds.',
  );
  expect(() => time.requireTime('bob')).not.toThrow();
  clock.now = 4_000;
  expect(() => time.requireTime('ada')).toThrow();
  clock.now = 6_000;
  expect(() => time.requireTime('ada')).not.toThrow();
});

it('never saves up more than its burst, nor more debt than a minute', () => {
  const { clock, time } = budget();
  clock.now = 86_400_000;
  time.spend('ada', 1_000_000);
  clock.now += 119_000;
  expect(() => time.requireTime('ada')).toThrow(/in 3 seconds/);
  clock.now += 2_000;
  expect(() => time.requireTime('ada')).not.toThrow();
});
