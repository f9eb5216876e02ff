import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret: 256 random bits, safe for addresses, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret. Secrets are random, so a fast hash without salt is enough; passwords are not. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}
