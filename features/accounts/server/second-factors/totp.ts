import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Lessonwright';
const PERIOD_SECONDS = 30;
/** Steps by which the clock of a phone may differ, either way. */
const WINDOW = 1;

/** A new secret for an authenticator app, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ issuer: ISSUER, label: account, secret, period: PERIOD_SECONDS }).toString();
}

/**
 * Returns the 30-second step that a code belongs to; null if the code is wrong, or belongs to a step that was used before: a code
 * that someone read over a shoulder works only once.
 *
 * @param lastStep The last step that was used; null: none.
 */
export function stepOfCode(secret: string, code: string, lastStep: number | null, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({ token, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}
