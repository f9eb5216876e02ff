import { expect, it } from 'vitest';
import { versionChanges } from './version-changes.ts';

const pandas = (version: string) => ({ name: 'pandas', version });
const numpy = { name: 'numpy', version: '2.1' };

it.each([
  ['nothing', [pandas('2.2'), numpy], [numpy, pandas('2.2')], []],
  ['another spelling of a name', [pandas('2.2')], [{ name: 'Pandas', version: '2.2' }], []],
  ['a version', [pandas('2.2'), numpy], [pandas('3.1'), numpy], [{ name: 'pandas', from: '2.2', to: '3.1' }]],
  ['a new package', [], [numpy], [{ name: 'numpy', from: null, to: '2.1' }]],
  ['a package that is gone', [numpy], [], [{ name: 'numpy', from: '2.1', to: null }]],
])('finds %s', (_, before, after, expected) => {
  expect(versionChanges(before, after)).toEqual(expected);
});
