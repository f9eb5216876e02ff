import { expect, it } from 'vitest';
import { nextPullStep, type PullStep } from './next-pull-step.ts';

type Work = Parameters<typeof nextPullStep>[0];
type Gate = Work['gate'];

const GATE: Gate = {
  approvals_needed: 1,
  approvals_given: 0,
  failing_tests: [],
  tests: { total: 2, not_run: 0, is_required: false },
  preflight: { errors: 0, deploy_errors: 0, unchecked: 0, is_required: false },
};
const FAILING = { failing_tests: [{}] as unknown as Gate['failing_tests'] };
const ERRORS = { preflight: { ...GATE.preflight, errors: 1 } };

it.each<[string, Partial<Omit<Work, 'gate'>>, Partial<Gate>, PullStep | null]>([
  ['asks for reviewers', {}, {}, 'ask'],
  ['waits for reviewers', { reviewers: 1 }, {}, null],
  ['approves what others opened', { isOwn: false }, {}, 'approve'],
  ['fixes errors first', {}, { ...ERRORS, ...FAILING }, 'preflight'],
  ['fixes tests before asking', {}, FAILING, 'tests'],
  ['runs tests that are required', {}, { tests: { total: 2, not_run: 2, is_required: true } }, 'tests'],
  ['leaves out tests that are not required', {}, { tests: { total: 2, not_run: 2, is_required: false } }, 'ask'],
  ['leaves errors to those who opened it', { isOwn: false }, { ...ERRORS, approvals_given: 1 }, null],
  ['asks nothing of external authors', { isOwn: false, isStaff: false }, {}, null],
  ['merges', { isMergeable: true }, { approvals_given: 1 }, null],
])('%s', (_, work, gate, expected) => {
  expect(nextPullStep({ isStaff: true, isOwn: true, isMergeable: false, reviewers: 0, ...work, gate: { ...GATE, ...gate } })).toBe(
    expected,
  );
});
