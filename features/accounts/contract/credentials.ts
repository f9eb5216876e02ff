import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This email address is too long.')
  .pipe(z.email('Enter a valid email address.'));

/** A new password. */
export const NewPassword = z
  .string()
  .min(LIMITS.passwordMin, `A password must have at least ${LIMITS.passwordMin} characters.`)
  .max(LIMITS.passwordMax, `A password can have at most ${LIMITS.passwordMax} characters.`);

/** A password to verify. The limit only bounds the cost of hashing. */
export const NonEmptyPassword = z.string().min(1, 'The password cannot be empty.').max(LIMITS.passwordMax);
