import { describe, expect, it } from 'vitest';
import { isUnrecorded, nextSpan, readTraceparent, toTraceparent } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('readTraceparent', () => {
  it('reads the example of the standard, and what later versions may send', () => {
    expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN });
    expect(readTraceparent(`cc-${TRACE}-${SPAN}-03`)).toEqual({ traceId: TRACE, spanId: SPAN });
  });

  it.each([
    ['nothing', undefined],
    ['another text', 'x'],
    ['two headers', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ['the version ff', `ff-${TRACE}-${SPAN}-01`],
    ['an empty trace id', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['an empty span id', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a trace that is not recorded', `00-${TRACE}-${SPAN}-00`],
    ['more after it', `00-${TRACE}-${SPAN}-01\nx`],
  ])('ignores %s', (_, text) => {
    expect(readTraceparent(text)).toBeNull();
  });
});

describe('isUnrecorded', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-00`, true],
    [`00-${TRACE}-${SPAN}-02`, true],
    [`00-${TRACE}-${SPAN}-01`, false],
    ['x', false],
    [undefined, false],
  ])('of %s is %s', (text, expected) => {
    expect(isUnrecorded(text)).toBe(expected);
  });
});

describe('nextSpan', () => {
  it('keeps the trace and changes the span', () => {
    const first = nextSpan();
    const next = nextSpan(first);
    expect(next.traceId).toBe(first.traceId);
    expect(next.spanId).not.toBe(first.spanId);
    expect(nextSpan().traceId).not.toBe(first.traceId);
    expect(readTraceparent(toTraceparent(next))).toEqual(next);
  });
});
