import { describe, expect, it } from 'vitest';
import { TrustCause, type CheckTrust } from '../contract.ts';
import { adviceFor, changedLines, countsText, levelOf, trustOrder } from './trust-rules.ts';

const trust = (change: Partial<CheckTrust> = {}): CheckTrust => ({
  level: 'trusted',
  mistakes: { right: 9, all: 10 },
  rewrites: { right: 4, all: 4 },
  repeats: { right: 10, all: 10 },
  findings: [],
  not_tried: [],
  is_current: true,
  examined_at: '2026-11-23T12:00:00Z',
  ...change,
});

describe('the shown level', () => {
  it.each([
    ['of a screen that was never examined', null, 'unknown'],
    ['of a screen that has changed since', trust({ is_current: false }), 'outdated'],
    ['of an examined screen', trust({ level: 'weak' }), 'weak'],
  ])('%s', (_, given, level) => {
    expect(levelOf(given)).toBe(level);
  });

  it('sorts the worst first, and those that miss more mistakes before the others', () => {
    const screens = [
      { trust: trust() },
      { trust: trust({ level: 'weak', mistakes: { right: 7, all: 10 } }) },
      { trust: null },
      { trust: trust({ level: 'broken' }) },
      { trust: trust({ level: 'weak', mistakes: { right: 1, all: 10 } }) },
    ];
    const sorted = screens.toSorted((one, other) => trustOrder(one) - trustOrder(other));
    expect(sorted.map((screen) => screens.indexOf(screen))).toEqual([3, 4, 1, 2, 0]);
  });
});

it('says what to do about every cause of a flaky check', () => {
  const causes = [null, ...TrustCause.options];
  const advice = causes.map((cause) => adviceFor({ kind: 'flaky', cause }));
  expect(advice.every((text) => text !== null && text.length > 20)).toBe(true);
  expect(new Set(advice).size).toBe(causes.length);
  expect(adviceFor({ kind: 'mistake-passes', cause: null })).toBeNull();
});

it.each([
  [{ right: 17, all: 20 }, '17 of 20'],
  [{ right: 0, all: 0 }, ''],
  [undefined, ''],
])('counts %j as “%s”', (counts, text) => {
  expect(countsText(counts)).toBe(text);
});

it.each([
  ['a changed line', 'a = 1\nb = 2\nc = 3', 'a = 1\nb = 3\nc = 3', ['-b = 2', '+b = 3']],
  ['a dropped line', 'a = 1\nb = 2', 'a = 1', ['-b = 2']],
  ['lines in another order', 'a = 1\nb = 2', 'b = 2\na = 1', ['-a = 1', '+a = 1']],
  ['nothing', 'a = 1', 'a = 1', []],
])('shows %s', (_, answer, code, lines) => {
  expect(changedLines(answer, code).map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`)).toEqual(
    expect.arrayContaining(lines),
  );
  expect(changedLines(answer, code)).toHaveLength(lines.length);
});
