import { expect, it } from 'vitest';
import { leanResult } from './lean-result.ts';

it.each([
  ['rendered HTML', { body_markdown: 'a', body_html: '<p>a</p>' }, '{"body_markdown":"a"}'],
  ['pictures', { images: ['iVBOR…', { name: 'a.png' }] }, '{"images":["(a picture)",{"name":"a.png"}]}'],
  ['nothing', null, 'null'],
])('leaves out %s', (_what, value, text) => {
  expect(leanResult(value)).toBe(text);
});

it('cuts long texts, and what is long as a whole', () => {
  expect(leanResult({ stdout: 'x'.repeat(20_005) })).toBe(`{"stdout":"${'x'.repeat(20_000)}… (cut here: 5 more characters)"}`);
  expect(leanResult({ stdout: `${'x'.repeat(19_999)}🚢` })).toContain('x\ufffd… (cut here: 1 more characters)');
  expect(leanResult({ a: 'x'.repeat(15_000), list: Array.from({ length: 60_000 }, () => '🚢') }).isWellFormed()).toBe(true);
  const whole = leanResult(Array.from({ length: 30_000 }, (_, index) => index));
  expect(whole.length).toBeLessThan(100_100);
  expect(whole).toMatch(/cut here: \d+ more characters\)$/);
});
