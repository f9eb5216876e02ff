import { hash, verify } from '@node-rs/argon2';

/**
 * Wrong passwords per account, from any address; the routes' own limits count failures per network address. Guessing locks the
 * user out for the time being, but existing sessions stay valid and an invitation link bypasses it.
 */
export const WRONG_PASSWORDS = {
  what: 'attempts',
  windowMs: 15 * 60 * 1000,
  text: (wait: string) =>
    `Too many wrong passwords: this account is locked, even for the right one. Try again in ${wait}, or ask the owner or staff to unlock it.`,
} as const;

/** Argon2id with the library's default cost, which OWASP recommends: 19 MiB, two passes, one lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(spelled(password));
}

let hashOfNobody: Promise<string> | undefined;

/**
 * Whether the password matches `stored`. Without a stored hash the same work is done, so that timing doesn't reveal
 * which addresses have an account.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await (hashOfNobody ??= hash('nobody')));
  const isRight = await verify(known, spelled(password));
  return stored !== null && isRight;
}

/** Keyboards compose an é differently; it is the same password. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
