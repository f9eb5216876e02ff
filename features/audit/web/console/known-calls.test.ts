import { expect, it } from 'vitest';
import { cleanPath, findCall, readCalls } from './known-calls.ts';

const calls = readCalls({
  paths: {
    '/api/lesson/{id}': { get: { summary: 'One lesson' }, delete: { summary: 'Deletes it' } },
    '/api/lesson/tests': { get: { summary: 'Tests' } },
    '/git/content.git': { get: { summary: 'no call' } },
  },
});

it('reads the API calls and nothing else', () => {
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET lesson/{id}', 'DELETE lesson/{id}', 'GET lesson/tests']);
});

it.each([
  ['GET', 'lesson/7', 'One lesson'],
  ['GET', 'lesson/7?x=1', 'One lesson'],
  ['GET', 'lesson/tests', 'Tests'],
  ['DELETE', 'lesson/7', 'Deletes it'],
  ['PUT', 'lesson/7', undefined],
  ['GET', 'lesson/', undefined],
  ['GET', 'lesson/7/x', undefined],
] as const)('%s %s is known as %s', (method, path, summary) => {
  expect(findCall(calls, method, path)?.summary).toBe(summary);
});

it.each([
  [' /api/lessons ', 'lessons'],
  ['https://host:1/api/user?x=1', 'user?x=1'],
  ['api/user', 'user'],
  ['user', 'user'],
])('%s is the address %s', (typed, path) => {
  expect(cleanPath(typed)).toBe(path);
});
