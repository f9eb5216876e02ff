import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

/** Approvals that owners can ask for. */
export const APPROVALS_MAX = 10;
export const TOKEN_DAYS_MAX = 3_650;

/** What the owners of an installation decided for everyone. */
export const InstallationRules = z.object({
  /** Owners and staff who sign in with a password have to add a second factor. */
  second_factor_required: z.boolean(),
  /** Approvals that a merge needs; null: the number in `.lessonwright.yaml` on main, or 1. A larger number there counts. */
  approvals: z.number().int().min(0).max(APPROVALS_MAX).nullable(),
  /** No release can be merged while preflight finds errors, regardless of its own setting. */
  preflight_required: z.boolean(),
  /** No release is merged before its tests and answers ran. Failing ones always hold it up. */
  tests_required: z.boolean(),
  /** Days after which personal tokens stop working; null: never. */
  token_days: z.number().int().min(1).max(TOKEN_DAYS_MAX).nullable(),
  /** Personal tokens for assistants can be created and used, and `/mcp` replies. */
  assistants_allowed: z.boolean(),
});
export type InstallationRules = z.infer<typeof InstallationRules>;

/** The rules of an installation whose owners decided nothing yet. */
export const RULES_DEFAULT: InstallationRules = {
  second_factor_required: false,
  approvals: null,
  preflight_required: false,
  tests_required: false,
  token_days: null,
  assistants_allowed: false,
};

export const ruleRoutes = {
  getRules: route({
    method: 'GET',
    path: '/api/rules',
    summary: 'Returns the rules of the installation',
    access: 'staff',
    reply: InstallationRules,
  }),
  changeRules: route({
    method: 'PATCH',
    path: '/api/rules',
    summary: 'Changes rules of the installation; omitted rules stay unchanged',
    access: 'owner',
    body: InstallationRules.partial(),
    reply: InstallationRules,
    errors: ['refused'],
  }),
  getEndedTokens: route({
    method: 'GET',
    path: '/api/rules/ended-tokens',
    summary: 'Returns how many valid tokens would stop working immediately if tokens expired after `token_days` days',
    access: 'owner',
    query: z.object({ token_days: z.coerce.number().int().min(1).max(TOKEN_DAYS_MAX) }),
    reply: z.object({ tokens: z.number().int(), people: z.number().int() }),
  }),
};
