import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTarget } from './call-target.ts';

describe('the target of a call', () => {
  it.each([
    ['/api/thing?x=1', '/api/thing?x=1'],
    ['//inner:1/secret', '//inner:1/secret'],
    ['/api/\\..\\..\\latest', '/api/\\..\\..\\latest'],
    ['/@inner/', '/@inner/'],
  ])('keeps its host, whatever the path is: %s', (path, sent) => {
    expect(callTarget('http://10.0.0.7:3000', path)).toEqual({ protocol: 'http:', hostname: '10.0.0.7', port: '3000', path: sent });
  });

  it('names an IPv6 address without its brackets', () => {
    expect(callTarget('https://[fd00::7]:3000', '/')).toMatchObject({ protocol: 'https:', hostname: 'fd00::7' });
  });

  it.each(['http://inner/secret', '*', 'secret', ''])('refuses a path that is not absolute: %j', (path) => {
    expect(() => callTarget('http://10.0.0.7:3000', path)).toThrow('must begin with a slash');
  });
});

/** They join addresses of other sites, which they check afterwards, or use only a part of the result. */
const MAY_JOIN = new Set([
  'features/accounts/server/login/provider-sign-in.ts',
  'features/preflight/server/links/check-link.ts',
  'features/preflight/server/spelling/dictionary.ts',
  'features/publishing/server/deploys/targets/webhook-target.ts',
  'runner/src/announce.ts',
  'runner/src/environments/fetch-file.ts',
  'runner/src/environments/find-source.ts',
]);

it('no address of a call is joined from texts', () => {
  const joining = ['platform', 'features', 'app', 'runner/src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/web/'))
    .filter((file) => /new URL\((?:[^(),]|\([^()]*\))*,/.test(readFileSync(file, 'utf8')));
  expect(joining.filter((file) => !MAY_JOIN.has(file))).toEqual([]);
});
