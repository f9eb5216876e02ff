import { z } from 'zod';
import { counted } from '#platform/contract/counted.ts';

/** What speaks against publishing a lesson as it is. */
export const LessonWarnings = z.object({
  /** Open findings of preflight; those that prevent a deploy are errors. */
  errors: z.number().int(),
  warnings: z.number().int(),
  /** False: preflight hasn't checked it since it changed. */
  is_checked: z.boolean(),
  failing_tests: z.number().int(),
  /** Never ran, or ran before something changed that the result depends on. */
  tests_not_run: z.number().int(),
  /** Main has changed it since this version was begun. */
  is_behind: z.boolean(),
});
export type LessonWarnings = z.infer<typeof LessonWarnings>;

/** One phrase per warning; empty: nothing speaks against it. */
export function warningTexts({ errors, warnings, is_checked, failing_tests, tests_not_run, is_behind }: LessonWarnings): string[] {
  return [
    ...(errors > 0 ? [counted(errors, 'preflight error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'preflight warning')] : []),
    ...(is_checked ? [] : ['preflight not finished']),
    ...(failing_tests > 0 ? [counted(failing_tests, 'failing test')] : []),
    ...(tests_not_run > 0 ? [`${counted(tests_not_run, 'test')} not run`] : []),
    ...(is_behind ? ['main has a newer version'] : []),
  ];
}
