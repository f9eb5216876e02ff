import { isPreflightRule, type PreflightRuleId, SEVERITIES, type Severity } from '../contract/preflight-rules.ts';

/** The filters of the findings in the address. Undefined is the same as absent. */
export interface PreflightSearch {
  severity?: Severity | undefined;
  rule?: PreflightRuleId | undefined;
  /** Accepted findings are listed, too. */
  accepted?: true | undefined;
  /** The name of the author of the lesson. */
  author?: string | undefined;
  /** The email address of the owner of the lesson; {@link NO_OWNER}: lessons without one. */
  owner?: string | undefined;
  /** Lessons that the reader owns, or wrote if they have no owner. */
  mine?: true | undefined;
}

/** The lessons that nobody owns. */
export const NO_OWNER = 'none';

/** Parses an address; invalid parts are ignored. */
export function parsePreflightSearch(search: Record<string, unknown>): PreflightSearch {
  const severity = SEVERITIES.find((each) => each === search['severity']);
  const { rule, author, owner, accepted, mine } = search;
  return {
    ...(severity && { severity }),
    ...(typeof rule === 'string' && isPreflightRule(rule) && { rule }),
    ...(typeof author === 'string' && author !== '' && { author }),
    ...(typeof owner === 'string' && owner !== '' && { owner: owner.toLowerCase() }),
    ...(String(accepted) === 'true' && { accepted: true as const }),
    ...(String(mine) === 'true' && { mine: true as const }),
  };
}
