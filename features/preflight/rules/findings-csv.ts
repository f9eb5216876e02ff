import { csvLine } from '#platform/content/csv-line.ts';
import type { PreflightLesson, ReleaseFinding } from '../contract/preflight.ts';

/** Findings of one lesson. */
interface Found {
  readonly lesson: Pick<PreflightLesson, 'sequence' | 'title' | 'author' | 'owner'>;
  readonly findings: readonly ReleaseFinding[];
}

const COLUMNS = ['lesson', 'title', 'author', 'owner', 'screen', 'severity', 'rule', 'file', 'line', 'message', 'fix', 'accepted'];

/** Findings as a CSV file, a line for each. */
export function findingsCsv(found: readonly Found[]): string {
  const lines = found.flatMap(({ lesson, findings }) =>
    findings.map(({ screen_sequence, severity, rule, place, message, fix, accepted }) => [
      String(lesson.sequence),
      lesson.title,
      lesson.author,
      lesson.owner ?? '',
      String(screen_sequence ?? ''),
      severity,
      rule,
      place.file,
      String(place.line),
      message,
      fix ?? '',
      accepted ?? '',
    ]),
  );
  return [COLUMNS, ...lines].map(csvLine).join('');
}
