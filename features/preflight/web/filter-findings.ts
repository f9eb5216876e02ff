import { isPreflightRule, type PreflightRuleId, SEVERITIES, type Severity } from '../contract/preflight-rules.ts';
import type { Preflight, PreflightLesson, ReleaseFinding } from '../contract/preflight.ts';
import type { PreflightSearch } from './preflight-search.ts';

/** The findings of one lesson that match the filters. */
export interface LessonFindings {
  readonly lesson: PreflightLesson;
  readonly findings: readonly ReleaseFinding[];
}

/** The findings that match the filters, by lesson, errors first within each screen's order. */
export function filterFindings({ lessons, findings }: Preflight, search: PreflightSearch): LessonFindings[] {
  const byLesson = Map.groupBy(
    findings.filter((finding) => matches(finding, search)),
    ({ lesson_id }) => lesson_id,
  );
  return lessons.flatMap((lesson) => {
    const own = byLesson.get(lesson.id);
    return own ? [{ lesson, findings: own }] : [];
  });
}

function matches({ severity, rule, accepted }: ReleaseFinding, search: PreflightSearch): boolean {
  if (accepted !== null && search.accepted !== true) return false;
  return (search.severity === undefined || severity === search.severity) && (search.rule === undefined || rule === search.rule);
}

/** How many findings there are to choose from: of each severity, and of each rule within the chosen severity. */
export function countChoices(
  { findings }: Preflight,
  search: PreflightSearch,
): { severities: Record<Severity, number>; rules: Map<PreflightRuleId, number> } {
  const severities = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  const rules = new Map<PreflightRuleId, number>();
  for (const finding of findings) {
    const { severity, rule } = finding;
    if (matches(finding, { ...search, severity })) severities[severity]++;
    if (isPreflightRule(rule) && (rule === search.rule || matches(finding, { ...search, rule })))
      rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  return { severities, rules };
}
