import { describe, expect, it } from 'vitest';
import { buildOf } from './interpreter-builds.ts';

describe('the build that runs a lesson', () => {
  const builds = [
    { language: 'python', version: '3.11', build: '3.11.2' },
    { language: 'python', version: '3.12', build: '3.12.1' },
    { language: 'r', version: '4.2', build: '4.2.2' },
  ];

  it.each([
    ['python', '3.11', '3.11.2'],
    ['python', '3.8', null],
    ['python', null, '3.11.2,3.12.1'],
    ['r', null, '4.2.2'],
    ['sql', null, null],
    [null, null, null],
  ] as const)('of %s %s is %s', (language, language_version, build) => {
    expect(buildOf(builds, { language, language_version })).toBe(build);
  });
});
