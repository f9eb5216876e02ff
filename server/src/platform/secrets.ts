import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret that nobody guesses: 256 random bits, fit for addresses, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. Secrets are random, so that a fast hash without salt is enough; passwords are not. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares without telling by its duration how much was right. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}
