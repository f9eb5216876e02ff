import { z } from 'zod';

/** Limits for many people behind one network address. docs/operating.md documents them in one table. */
export interface LimitsConfig {
  /** Failed attempts of one network per minute, at each step of signing in. Successful ones don't count. */
  readonly failedSignInsPerMinute: number;
  /** Wrong passwords or codes of one account within 15 minutes, from any address. */
  readonly wrongPasswords: number;
  /** Running and waiting runs of all learners of one share link. */
  readonly learnerRunsAtOnce: number;
  /** Runs of all learners of one share link. */
  readonly learnerRunsPerHour: number;
}

const Limit = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1');

export const LimitsEnvironment = z.object({
  LESSONWRIGHT_FAILED_SIGN_INS_PER_MINUTE: Limit.default(60),
  LESSONWRIGHT_WRONG_PASSWORDS: Limit.default(10),
  LESSONWRIGHT_LEARNER_RUNS_AT_ONCE: Limit.default(30),
  LESSONWRIGHT_LEARNER_RUNS_PER_HOUR: Limit.default(3_600),
});

export function readLimits(env: z.infer<typeof LimitsEnvironment>): LimitsConfig {
  return {
    failedSignInsPerMinute: env.LESSONWRIGHT_FAILED_SIGN_INS_PER_MINUTE,
    wrongPasswords: env.LESSONWRIGHT_WRONG_PASSWORDS,
    learnerRunsAtOnce: env.LESSONWRIGHT_LEARNER_RUNS_AT_ONCE,
    learnerRunsPerHour: env.LESSONWRIGHT_LEARNER_RUNS_PER_HOUR,
  };
}
