import { describe, expect, it } from 'vitest';
import { readForwarded, signForwarded } from './server-token.ts';

const SECRET = 'a secret that all servers share';
const REQUEST = { method: 'POST', url: '/api/lesson/1/sync?x=1', to: 'server-b' };
const BY = { from: 'server-a', address: '203.0.113.7', protocol: 'https' as const };
const NOW = Date.UTC(2026, 10, 23);

describe('the token of a forwarded request', () => {
  it('says what the forwarding server knows about the caller', () => {
    expect(readForwarded(SECRET, REQUEST, signForwarded(SECRET, REQUEST, BY, NOW), NOW + 1_000)).toEqual(BY);
  });

  it.each([
    ['another method', { ...REQUEST, method: 'GET' }],
    ['another address', { ...REQUEST, url: '/api/lesson/2/sync?x=1' }],
    ['another server', { ...REQUEST, to: 'server-c' }],
  ])('counts for no request with %s', (_what, request) => {
    expect(readForwarded(SECRET, request, signForwarded(SECRET, REQUEST, BY, NOW), NOW)).toBeNull();
  });

  it('counts for a minute', () => {
    const token = signForwarded(SECRET, REQUEST, BY, NOW);
    expect(readForwarded(SECRET, REQUEST, token, NOW + 61_000)).toBeNull();
    expect(readForwarded(SECRET, REQUEST, token, NOW - 61_000)).toBeNull();
  });

  it('cannot be made without the secret, or changed', () => {
    const token = signForwarded(SECRET, REQUEST, BY, NOW);
    const [, signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...BY, address: '127.0.0.1', expires: NOW + 1_000 })).toString('base64url');
    for (const made of [
      signForwarded('another secret', REQUEST, BY, NOW),
      `${other}.${signature}`,
      `${token}.x`,
      signature,
      '',
      '.',
      'x.y',
    ])
      expect(readForwarded(SECRET, REQUEST, made, NOW)).toBeNull();
  });
});
