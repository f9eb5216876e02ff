import { describe, expect, it } from 'vitest';
import { readReport } from './report.ts';

const END = JSON.stringify({ phase: 3, exit_code: 0, signal: null, limit: null });
const reportOf = (...lines: (string | object)[]) =>
  readReport(['{"ready":true}', END, ...lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))].join('\n'));
const variable = {
  type: 'variable',
  name: 'x',
  type_name: 'int',
  base_class: 'object',
  length: null,
  string_form: '1',
  html_output: null,
  image: null,
  value: null,
};

describe('a report', () => {
  it('contains what was recorded', () => {
    const report = reportOf(variable, { type: 'image', png: 'aGk=' }, { type: 'cut', what: 'vars' });
    expect(report).toMatchObject({ isReady: true, error: null, images: ['aGk='], cut: ['vars'] });
    expect(report.vars).toEqual([expect.objectContaining({ name: 'x', string_form: '1' })]);
    expect(report.vars[0]).not.toHaveProperty('type');
  });

  it.each([
    ['invalid JSON', '{"type":'],
    ['an unknown type', { type: 'verdict', pass: true }],
    ['fields of a wrong type', { ...variable, length: 'many' }],
    ['a picture that isn’t base64', { type: 'image', png: '<script>' }],
    ['values nested without end', `{"type":"variable","name":"x","value":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('leaves out %s', (_, line) => {
    const report = reportOf(line, { ...variable, name: 'kept' });
    expect(report.vars.map(({ name }) => name)).toEqual(['kept']);
    expect(report.images).toEqual([]);
  });

  it.each([
    ['in one line', 'Error: a\n\t b ', 'Error: a b'],
    ['cut', `${'x'.repeat(298)}🙂y`, `${'x'.repeat(298)}\ufffd…`],
    ['whole up to the limit', 'x'.repeat(300), 'x'.repeat(300)],
  ])('has errors of earlier code %s', (_, message, expected) => {
    const report = reportOf({ type: 'earlier error', name: 'screen 1', message });
    expect(report.earlierErrors).toEqual([{ name: 'screen 1', message: expected }]);
  });

  it('has the first ten errors of earlier code', () => {
    const lines = Array.from({ length: 12 }, (_, index) => ({ type: 'earlier error', name: `screen ${index + 1}`, message: 'Error' }));
    expect(reportOf(...lines).earlierErrors.map(({ name }) => name)).toEqual(lines.slice(0, 10).map(({ name }) => name));
  });

  it.each([
    ['nothing', '', { isReady: false, end: null }],
    ['the first line only', '{"ready":true}\n', { isReady: true, end: null }],
  ])('of %s counts as an end without a report', (_, bytes, expected) => {
    expect(readReport(bytes)).toMatchObject(expected);
  });

  it('contains no characters that cannot be stored', () => {
    expect(reportOf({ ...variable, string_form: 'a\0b\ud800c' }).vars[0]?.string_form).toBe('a␀b\ufffdc');
  });
});
