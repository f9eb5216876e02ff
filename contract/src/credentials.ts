import { z } from 'zod';
import { LIMITS } from './limits.ts';

export const Email = z.string().trim().toLowerCase().max(254, 'This address is too long.').pipe(z.email('This is not an email address.'));

/** A password that somebody chooses. */
export const NewPassword = z
  .string()
  .min(LIMITS.passwordMin, `A password has at least ${LIMITS.passwordMin} characters.`)
  .max(LIMITS.passwordMax, `A password has at most ${LIMITS.passwordMax} characters.`);

/** A password that somebody types to be compared: a limit is there against the cost alone. */
export const TypedPassword = z.string().min(1, 'The password cannot be empty.').max(LIMITS.passwordMax);
