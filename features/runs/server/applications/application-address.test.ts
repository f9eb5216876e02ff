import { describe, expect, it } from 'vitest';
import { resolveFromReferer, readAddress } from './application-address.ts';

const SECRET = 'S'.repeat(43);

describe('readAddress', () => {
  it.each([
    ['', ''],
    ['/', '/'],
    ['?x=1', '?x=1'],
    ['/a%20b/c?d=%2F', '/a%20b/c?d=%2F'],
    ['//a', '//a'],
    ['/.hidden', '/.hidden'],
    ['/...', '/...'],
    ['/a..b/..c/d..', '/a..b/..c/d..'],
    ['/%2ehidden/a%2eb', '/%2ehidden/a%2eb'],
    ['/a%2Fb%5Cc', '/a%2Fb%5Cc'],
    ['/100%/%zz/%', '/100%/%zz/%'],
    ['/x?up=/../..', '/x?up=/../..'],
    ['/x#/../..', '/x#/../..'],
    ['/%252541', '/%252541'],
  ])('%s is accepted', (given, rest) => {
    expect(readAddress(`/${SECRET}/8000${given}`)).toEqual({ secret: SECRET, port: 8000, rest });
  });

  it.each([
    '/..',
    '/.',
    '/./',
    '/../../../../health',
    '/a/..',
    '/..?x',
    '/..#x',
    '/%2e%2e/',
    '/%2E./',
    '/.%2e',
    '/%2e',
    '/..%2fhealth',
    '/a%2F..%2Fb',
    '/a%2f%2e%2e%2fb',
    '/..\\health',
    '/a\\..\\b',
    '/a%5c..%5Cb',
    '/%252e%252e/',
    '/%25252e%25252e/',
    '/%%32e%%32e/',
    '/%2525252525252e',
    // Encoded more often than we decode.
    '/%25252541',
    '/..%3Fx',
    '/..%23x',
  ])('%s is rejected', (rest) => {
    expect(readAddress(`/${SECRET}/8000${rest}`)).toBe('refused');
  });

  it.each([
    '/',
    '/api/user',
    `/${SECRET}`,
    `/${SECRET}/`,
    `/${SECRET}/123456/`,
    `/${SECRET}x/80/`,
    `//${SECRET}/80/`,
    `http://x/${SECRET}/80/`,
  ])('%s names no application', (url) => {
    expect(readAddress(url)).toBeNull();
  });
});

describe('resolveFromReferer', () => {
  it('resolves addresses on pages of applications only', () => {
    const page = `http://host/${SECRET}/8000/page`;
    expect(resolveFromReferer('/style.css', page, 'host')).toBe(`/${SECRET}/8000/style.css`);
    expect(resolveFromReferer('/style.css', page, 'elsewhere')).toBeNull();
    expect(resolveFromReferer('/style.css', `http://host/${SECRET}/8000/%252e%252e/`, 'host')).toBeNull();
  });
});
