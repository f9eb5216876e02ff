import { counted } from '#platform/contract/counted.ts';
import { withHiddenShown } from '#platform/contract/one-line.ts';
import { SEVERITIES, type Severity } from '../contract/preflight-rules.ts';
import type { RepositoryFinding } from './check-repository.ts';

/**
 * Findings as lines that editors and terminals can open, with a summary. Accepted ones are left out. A text of a lesson can't begin
 * another line.
 * @param paint Colors the word for a severity.
 */
export function reportText(
  findings: readonly RepositoryFinding[],
  lessons: number,
  paint = (severity: Severity): string => severity,
): string {
  const open = findings.filter(({ accepted }) => accepted === null);
  const lines = open.map(
    ({ path, place, severity, message, rule }) =>
      `${withHiddenShown(path)}:${place.line}:${place.column}: ${paint(severity)}: ${withHiddenShown(message)} [${rule}]`,
  );
  const counts = SEVERITIES.map((severity) => counted(open.filter((each) => each.severity === severity).length, severity));
  return [...lines, `${counted(lessons, 'lesson')}: ${counts.join(', ')}`, ''].join('\n');
}
