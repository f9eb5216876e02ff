import { randomInt } from 'node:crypto';
import { hashSecret } from '#platform/server/secrets.ts';

const COUNT = 10;
const LENGTH = 12;
const GROUP = 4;
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** New recovery codes as people see them: `abcd-efgh-jkmn`, about 59 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters;
  });
}

/** The stored form of a recovery code, however it was typed. The codes are random, so a fast hash is enough. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
