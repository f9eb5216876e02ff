import type { ScreenContent, ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';

type Switch = { [F in keyof ScreenFields]: ScreenFields[F] extends boolean ? F : never }[keyof ScreenFields];

/** What each switch lets through once it has this value. */
const LOOSE: readonly (readonly [field: Switch, value: boolean, text: string])[] = [
  ['error_okay', true, 'Errors of the code would be allowed.'],
  ['initially_passing', true, 'The initial code would be allowed to pass.'],
  ['is_experimental', true, 'The screen would become experimental, so that its result doesn’t count.'],
  ['dynamic_answer', true, 'The recorded output would no longer be compared.'],
  ['remote_run_only', true, 'The code would no longer run here.'],
  ['check_output', false, 'The output would no longer be checked.'],
];

/** Texts without which a check is gone. */
const CHECKS = {
  check_val: 'The pattern of the code would no longer be checked.',
  custom_check_code: 'The custom check would be removed.',
  legacy_check_code: 'The legacy check would be removed.',
  unit_test_code: 'The unit tests would be removed.',
} as const satisfies Partial<Record<keyof ScreenFields, string>>;

/** How a change makes a screen easier to pass, apart from what its code does: one sentence each. */
export function findLoosened(before: ScreenContent, after: ScreenContent): string[] {
  const [old, next] = [before.fields, after.fields];
  const isGone = (field: keyof typeof CHECKS) => (old[field] ?? '').trim() !== '' && (next[field] ?? '').trim() === '';
  const sooner = next.solution_after !== null && (old.solution_after === null || next.solution_after < old.solution_after);
  return [
    ...(old.type === 'code' && next.type !== 'code' ? ['The code of the screen would be removed.'] : []),
    ...LOOSE.flatMap(([field, value, text]) => (old[field] !== value && next[field] === value ? [text] : [])),
    ...(Object.keys(CHECKS) as (keyof typeof CHECKS)[]).flatMap((field) => (isGone(field) ? [CHECKS[field]] : [])),
    ...(old.unit_test_framework !== null && next.unit_test_framework === null ? ['The unit tests would be turned off.'] : []),
    ...(sooner ? ['Learners would see the answer sooner.'] : []),
    ...loosenedTests(before.tests, after.tests),
    ...(isReduced(before.answer_variables, after.answer_variables) ? ['Fewer variables would be compared.'] : []),
    ...(canonicalJson(before.answer_output) === canonicalJson(after.answer_output) ? [] : ['The recorded output would change.']),
  ];
}

function loosenedTests(before: readonly ScreenTestContent[], after: readonly ScreenTestContent[]): string[] {
  const next = new Map(after.map((test) => [test.slug, test]));
  return before.flatMap((test) => {
    const now = next.get(test.slug);
    const name = test.description || test.slug;
    if (now === undefined) return [`The test “${name}” would be deleted.`];
    return canonicalJson(test) === canonicalJson(now) ? [] : [`The test “${name}” would change.`];
  });
}

function isReduced(before: ScreenContent['answer_variables'], after: ScreenContent['answer_variables']): boolean {
  const kept = new Set(after.map((variable) => canonicalJson(variable)));
  return before.some((variable) => !kept.has(canonicalJson(variable)));
}
