import { expect, it } from 'vitest';
import { languageOf, modeOptions } from './file-modes.ts';

it.each([
  ['rows.csv', null, null],
  ['model.PY', null, 'python'],
  ['notebook.ipynb', null, 'json'],
  ['custom_setup.sh', null, 'cli'],
  ['Dockerfile', null, 'dockerfile'],
  ['rows.csv', 'sql', 'sql'],
  ['model.py', 'text', null],
  ['model.py', 'fortran', null],
])('%s with the mode %s is coloured as %s', (file_name, mode, expected) => {
  expect(languageOf({ file_name, mode })).toBe(expected);
});

it('offers the mode by the name first, and keeps one that it does not know', () => {
  expect(modeOptions({ file_name: 'a.py', mode: null })[0]).toEqual({ value: '', label: 'By its name: Python' });
  expect(modeOptions({ file_name: 'a.f90', mode: 'fortran' }).at(-1)).toEqual({ value: 'fortran', label: 'fortran' });
});
