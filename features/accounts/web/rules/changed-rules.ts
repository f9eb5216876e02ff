import type { InstallationRules } from '../../contract/rules.ts';

/** The rules that differ: only they are sent, so that two owners don't undo each other's changes. */
export function changedRules(before: InstallationRules, now: InstallationRules): Partial<InstallationRules> {
  const names = Object.keys(now) as (keyof InstallationRules)[];
  return Object.fromEntries(names.filter((name) => before[name] !== now[name]).map((name) => [name, now[name]]));
}

/** Whether a change of the limit can end tokens that are valid now. */
export function endsTokens(before: InstallationRules, { token_days }: Partial<InstallationRules>): boolean {
  if (token_days === undefined || token_days === null) return false;
  return before.token_days === null || token_days < before.token_days;
}
