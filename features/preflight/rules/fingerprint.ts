import { contentHash } from '#platform/content/content-hash.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';

/** What an accepted finding is recognized by. */
export function fingerprintOf(rule: PreflightRuleId, about: readonly (string | number | null)[]): string {
  return contentHash([rule, ...about]).slice(0, 24);
}
