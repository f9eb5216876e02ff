import { SCREEN_TEXTS, type ScreenTextField } from '#features/screens/contract/screen-texts.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';

/** What decides whether a submission passes. */
const CHECK_FIELDS = [
  'custom_check_code',
  'legacy_check_code',
  'unit_test_code',
  'unit_test_framework',
  'unit_test_module',
  'check_output',
  'check_val',
  'check_scope',
  'dynamic_answer',
  'error_okay',
  'is_experimental',
] as const satisfies readonly (keyof ScreenFields)[];

/** Whether a change could change what code does or how it is judged. Texts for people can't. */
export function needsRuns(before: ScreenFields, after: ScreenFields): boolean {
  if (after.type !== 'code') return false;
  return (Object.keys(after) as (keyof ScreenFields)[]).some(
    (field) => !isForPeople(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

function isForPeople(field: keyof ScreenFields): boolean {
  if (field === 'title' || field === 'solution_after') return true;
  return Object.hasOwn(SCREEN_TEXTS, field) && SCREEN_TEXTS[field as ScreenTextField].kind === 'markdown';
}

/** A screen whose checks are those of another one. */
export function withChecksOf(checks: ScreenFields, fields: ScreenFields): ScreenFields {
  return { ...fields, ...Object.fromEntries(CHECK_FIELDS.map((field) => [field, checks[field]])) };
}
