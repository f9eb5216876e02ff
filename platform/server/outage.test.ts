import { expect, it } from 'vitest';
import { isOutage } from './outage.ts';

const withCode = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

it.each([
  ['a broken connection', withCode('ECONNRESET'), true],
  ['a server that was cut off', withCode('EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432'), true],
  ['a shutdown of PostgreSQL', withCode('57P01'), true],
  ['a full PostgreSQL', withCode('53300'), true],
  ['an exhausted pool', new Error('timeout exceeded when trying to connect'), true],
  ['a copy of an error', { message: 'read ECONNRESET (Queue: commit)', code: 'ECONNRESET' }, true],
  ['a cause', new Error('The query failed.', { cause: withCode('ETIMEDOUT') }), true],
  ['several refused addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]), true],
  ['several failures, one of which is no outage', new AggregateError([withCode('ECONNREFUSED'), new TypeError('x')]), false],
  ['a violated constraint', withCode('23505'), false],
  ['a mistake in the code', new TypeError('x is not a function'), false],
  ['a text', 'ECONNRESET', false],
  ['nothing', null, false],
])('tells an outage from other errors: %s', (_name, error, expected) => {
  expect(isOutage(error)).toBe(expected);
});
