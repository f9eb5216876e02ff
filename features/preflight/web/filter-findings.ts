import { isPreflightRule, type PreflightRuleId, SEVERITIES, type Severity } from '../contract/preflight-rules.ts';
import type { Preflight, PreflightLesson, ReleaseFinding } from '../contract/preflight.ts';
import { NO_OWNER, type PreflightSearch } from './preflight-search.ts';

/** The findings of one lesson that match the filters. */
export interface LessonFindings {
  readonly lesson: PreflightLesson;
  readonly findings: readonly ReleaseFinding[];
}

/** Whose lessons *Mine* finds. */
export interface Reader {
  readonly name: string;
  readonly email: string;
}

/** The findings that match the filters, by lesson, errors first within each screen's order. */
export function filterFindings({ lessons, findings }: Preflight, search: PreflightSearch, reader: Reader): LessonFindings[] {
  const byLesson = Map.groupBy(
    findings.filter((finding) => matches(finding, search)),
    ({ lesson_id }) => lesson_id,
  );
  return lessons.flatMap((lesson) => {
    const own = byLesson.get(lesson.id);
    return own && isOf(lesson, search, reader) ? [{ lesson, findings: own }] : [];
  });
}

function matches({ severity, rule, accepted }: ReleaseFinding, search: PreflightSearch): boolean {
  if (accepted !== null && search.accepted !== true) return false;
  return (search.severity === undefined || severity === search.severity) && (search.rule === undefined || rule === search.rule);
}

/** The owner answers for a lesson; without one, its author. */
function isOf({ author, owner }: PreflightLesson, search: PreflightSearch, reader: Reader): boolean {
  if (search.author !== undefined && author !== search.author) return false;
  if (search.owner !== undefined && ownerValue(owner) !== search.owner) return false;
  return search.mine !== true || (owner === null ? author === reader.name : ownerValue(owner) === reader.email.toLowerCase());
}

const ownerValue = (owner: string | null) => owner?.toLowerCase() ?? NO_OWNER;

interface Choices {
  readonly severities: Readonly<Record<Severity, number>>;
  readonly rules: ReadonlyMap<PreflightRuleId, number>;
  readonly authors: ReadonlyMap<string, number>;
  /** By email address; `none`: lessons without an owner. */
  readonly owners: ReadonlyMap<string, number>;
}

/** How many findings each choice of a filter would show, with the other filters as they are. The chosen value is always among them. */
export function countChoices(preflight: Preflight, search: PreflightSearch, reader: Reader): Choices {
  const severities = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  const rules = new Map<PreflightRuleId, number>(search.rule === undefined ? [] : [[search.rule, 0]]);
  const authors = new Map<string, number>(search.author === undefined ? [] : [[search.author, 0]]);
  const owners = new Map<string, number>(search.owner === undefined ? [] : [[search.owner, 0]]);
  const findingsBut = (key: keyof PreflightSearch) => filterFindings(preflight, { ...search, [key]: undefined }, reader);
  for (const { findings } of findingsBut('severity')) for (const { severity } of findings) severities[severity]++;
  for (const { findings } of findingsBut('rule')) for (const { rule } of findings) if (isPreflightRule(rule)) add(rules, rule, 1);
  for (const { lesson, findings } of findingsBut('author')) if (lesson.author !== '') add(authors, lesson.author, findings.length);
  for (const { lesson, findings } of findingsBut('owner')) add(owners, ownerValue(lesson.owner), findings.length);
  return { severities, rules, authors, owners };
}

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
