import { isPreflightRule, type PreflightRuleId, SEVERITIES, type Severity } from '../contract/preflight-rules.ts';

/** The filters of the findings in the address. */
export interface PreflightSearch {
  severity?: Severity;
  rule?: PreflightRuleId;
  /** Accepted findings are listed, too. */
  accepted?: true;
}

/** Parses an address; invalid parts are ignored. */
export function parsePreflightSearch(search: Record<string, unknown>): PreflightSearch {
  const severity = SEVERITIES.find((each) => each === search['severity']);
  const rule = search['rule'];
  return {
    ...(severity && { severity }),
    ...(typeof rule === 'string' && isPreflightRule(rule) && { rule }),
    ...(String(search['accepted']) === 'true' && { accepted: true as const }),
  };
}
