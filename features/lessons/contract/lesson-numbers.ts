import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';

/** Digits, commas and spaces; split on commas and spaces. Scripts may send an array of numbers. */
export const LessonNumbers = z
  .union([
    z
      .string()
      .regex(/^[\d, ]*$/, 'Use only digits, commas and spaces.')
      .transform((text) =>
        text
          .split(/[ ,]+/)
          .filter((part) => part !== '')
          .map(Number),
      ),
    z.array(z.number().int().min(0)),
  ])
  .pipe(z.array(z.number().int().min(0).max(LIMITS.sequenceMax)).max(20_000))
  .transform((numbers) => [...new Set(numbers)]);
