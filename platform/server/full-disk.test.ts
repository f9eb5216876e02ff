import { expect, it } from 'vitest';
import { isDiskFull } from './full-disk.ts';

const withCode = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

it.each([
  ['a full file system', withCode('ENOSPC'), true],
  ['a quota', withCode('EDQUOT'), true],
  ['PostgreSQL that cannot extend a table', withCode('53100', 'could not extend file "base/5/1": No space left on device'), true],
  ['git', Object.assign(new Error('git commit-tree failed.'), { stderr: 'error: unable to write file: No space left on device' }), true],
  ['fast-import of git', Object.assign(new Error('git failed.'), { stderr: 'fatal: Out of diskspace' }), true],
  ['a copy of an error', { message: 'could not write: No space left on device' }, true],
  ['a cause', new Error('The query failed.', { cause: withCode('53100') }), true],
  ['a broken connection', withCode('ECONNRESET'), false],
  ['a mistake in the code', new TypeError('x is not a function'), false],
  ['a text', 'ENOSPC', false],
  ['nothing', null, false],
])('tells a full disk from other errors: %s', (_name, error, expected) => {
  expect(isDiskFull(error)).toBe(expected);
});
