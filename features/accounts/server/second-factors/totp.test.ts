import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { describeBrowser } from '../describe-browser.ts';
import { supportsPasskeys } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** The secret and one time of the test values of RFC 6238, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = 1_111_111_109_000;
const STEP = 37_037_036;
const codeAt = (timestamp: number) => new TOTP({ secret: SECRET }).generate({ timestamp });

describe('a code of an authenticator app', () => {
  it.each([
    ['the code of the test values', '081804', null, STEP],
    ['with spaces', ' 081 804', null, STEP],
    ['of the step before', codeAt(NOW - 30_000), null, STEP - 1],
    ['of the next step', codeAt(NOW + 30_000), null, STEP + 1],
    ['of two steps before', codeAt(NOW - 60_000), null, null],
    ['that was used', '081804', STEP, null],
    ['older than the one that was used', codeAt(NOW - 30_000), STEP, null],
    ['newer than the one that was used', '081804', STEP - 1, STEP],
    ['with too few digits', '81804', null, null],
    ['that is no number', 'abcdef', null, null],
  ] as const)('%s', (_, code, lastStep, expected) => {
    expect(stepOfCode(SECRET, code, lastStep, NOW)).toBe(expected);
  });

  it('comes with a secret of 160 bits and an address that apps read', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, 'ada@example.org'));
    expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual(['otpauth:', secret, 'Lessonwright']);
  });
});

it('accepts a recovery code however it is typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hashRecoveryCode(code));
  }
});

it.each([
  ['https://lessons.example.org', true],
  ['http://localhost:3000', true],
  ['http://lessons.example.org', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.1', false],
  ['https://[::1]:3000', false],
])('offers passkeys at %s: %s', (publicUrl, expected) => {
  expect(supportsPasskeys({ publicUrl })).toBe(expected);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari on macOS'],
  ['curl/8.9.1', null],
])('recognizes the browser that calls itself %s', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected);
});
