import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

function limit(max: number) {
  const clock = { now: 0 };
  return { clock, limit: new RateLimit({ what: 'attempts', max, windowMs: 60_000, now: () => clock.now }) };
}

describe('RateLimit', () => {
  it('limits calls per key, without affecting other keys', () => {
    const { limit: attempts } = limit(2);
    attempts.take('ada');
    attempts.take('ada');
    expect(() => attempts.take('ada')).toThrow('Too many attempts. Try again in 1 minute.');
    expect(() => attempts.take('bob')).not.toThrow();
  });

  it('resets when the window is over', () => {
    const { limit: attempts, clock } = limit(1);
    attempts.take('ada');
    clock.now = 59_000;
    expect(() => attempts.take('ada')).toThrow('Too many attempts. Try again in 1 second.');
    clock.now = 60_000;
    expect(() => attempts.take('ada')).not.toThrow();
  });

  it('refused calls do not extend the window', () => {
    const { limit: attempts, clock } = limit(1);
    attempts.take('ada');
    clock.now = 30_000;
    expect(() => attempts.take('ada')).toThrow('in 30 seconds');
    clock.now = 60_001;
    expect(() => attempts.take('ada')).not.toThrow();
  });

  it('forgets a key on demand', () => {
    const { limit: attempts } = limit(1);
    attempts.take('ada');
    attempts.clear('ada');
    expect(() => attempts.take('ada')).not.toThrow();
  });

  it('drops the oldest keys instead of growing', () => {
    const { limit: attempts } = limit(1);
    attempts.take('first');
    for (let n = 0; n < 10_000; n++) attempts.take(`key ${n}`);
    expect(() => attempts.take('first')).not.toThrow();
    expect(() => attempts.take('key 9999')).toThrow();
  });
});

describe('RateLimit of several servers', () => {
  it('shares each call once, from a fraction of the limit on', () => {
    const { limit: calls, clock } = limit(10);
    calls.take('ada');
    expect(calls.takeUnshared(0.2)).toEqual([]);
    calls.take('ada');
    clock.now = 10_000;
    expect(calls.takeUnshared(0.2)).toEqual([{ key: 'ada', count: 2, leftMs: 50_000 }]);
    expect(calls.takeUnshared(0.2)).toEqual([]);
  });

  it('adds calls made while the counts were shared to the sum of all servers', () => {
    const { limit: calls, clock } = limit(10);
    calls.take('ada');
    calls.takeUnshared(0);
    calls.take('ada');
    calls.setShared('ada', 9, 30_000);
    expect(() => calls.take('ada')).toThrow('Try again in 30 seconds');
    clock.now = 30_000;
    expect(() => calls.take('ada')).not.toThrow();
  });

  it('forgets callers whose window is over', () => {
    const { limit: calls, clock } = limit(10);
    calls.take('ada');
    clock.now = 60_000;
    expect(calls.takeUnshared(0)).toEqual([]);
    calls.setShared('ada', 10, 60_000);
    expect(() => calls.take('ada')).not.toThrow();
  });
});
