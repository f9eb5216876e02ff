import { expect, it } from 'vitest';
import { RULES_DEFAULT } from '../../contract/rules.ts';
import { changedRules, endsTokens } from './changed-rules.ts';

it('sends only the rules that differ', () => {
  expect(changedRules(RULES_DEFAULT, RULES_DEFAULT)).toEqual({});
  expect(changedRules({ ...RULES_DEFAULT, approvals: 2 }, { ...RULES_DEFAULT, tests_required: true })).toEqual({
    approvals: null,
    tests_required: true,
  });
});

it.each([
  [null, {}, false],
  [null, { token_days: 90 }, true],
  [90, { token_days: 30 }, true],
  [90, { token_days: 180 }, false],
  [90, { token_days: null }, false],
])('from a limit of %s days, %o can end tokens: %s', (token_days, change, expected) => {
  expect(endsTokens({ ...RULES_DEFAULT, token_days }, change)).toBe(expected);
});
