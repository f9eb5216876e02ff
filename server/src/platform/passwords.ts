import { hash, verify } from '@node-rs/argon2';

/**
 * Wrong passwords per account, wherever they come from; the routes' own limits count per network address. Somebody who
 * keeps guessing keeps the person out meanwhile: who is signed in stays so, and an invitation link gets past it.
 */
export const WRONG_PASSWORDS = { what: 'attempts', max: 10, windowMs: 15 * 60 * 1000 } as const;

/** Argon2id with the library's cost, which is the one that OWASP recommends: 19 MiB, two passes, one lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(spelled(password));
}

let hashOfNobody: Promise<string> | undefined;

/**
 * True when the password is the one that `stored` was made from. Without a stored one the same work is done for
 * nothing, so that the time taken does not tell which addresses have an account.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await (hashOfNobody ??= hash('nobody')));
  const isRight = await verify(known, spelled(password));
  return stored !== null && isRight;
}

/** Keyboards differ in how they compose an é; it is the same password. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
