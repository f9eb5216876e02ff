import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { lessonStatus } from '#features/releases/main-state.policy.ts';
import { csvLine } from '#platform/content/csv-line.ts';
import type { LessonFindings, LessonReport } from '../contract.ts';

/** A lesson of the list, with what is known of it. */
export interface ReportedLesson extends LessonRow {
  readonly report: LessonReport;
  /** Null: they are being loaded. */
  readonly findings: Omit<LessonFindings, 'lesson_id'> | null;
}

const NOT_CHECKED = { errors: 0, warnings: 0, is_checked: false };

/**
 * The latest version of each lesson number that there is a report of.
 *
 * @param findings Null: they are being loaded.
 */
export function reportedLessons(
  rows: readonly LessonRow[],
  reports: readonly LessonReport[],
  findings: readonly LessonFindings[] | null,
): ReportedLesson[] {
  const by = new Map(reports.map((report) => [report.lesson_id, report]));
  const found = findings && new Map(findings.map((each) => [each.lesson_id, each]));
  return rows.flatMap((row) => {
    const report = by.get(row.id);
    return row.is_latest && report ? [{ ...row, report, findings: found && (found.get(row.id) ?? NOT_CHECKED) }] : [];
  });
}

const COLUMNS: readonly [name: string, value: (lesson: ReportedLesson) => string | number | null][] = [
  ['number', ({ sequence }) => sequence],
  ['title', ({ title }) => title],
  ['release', ({ release_name }) => release_name],
  ['status', lessonStatus],
  ['owner', ({ owner }) => owner],
  ['updated', ({ last_updated }) => last_updated],
  ['preflight_errors', ({ findings }) => (findings?.is_checked ? findings.errors : null)],
  ['preflight_warnings', ({ findings }) => (findings?.is_checked ? findings.warnings : null)],
  ['tests', ({ report }) => report.tests],
  ['tests_failing', ({ report }) => report.failing],
  ['tests_not_run', ({ report }) => report.not_run],
  ['doubted_checks', ({ report }) => report.doubted],
  ['open_comments', ({ report }) => report.open_comments],
  ['packages_built', ({ report }) => report.built_at],
  ['courses', ({ report }) => report.courses.join(' ')],
];

/** The report as a CSV file. An empty cell: it isn't known. */
export function reportCsv(lessons: readonly ReportedLesson[]): string {
  const head = csvLine(COLUMNS.map(([name]) => name));
  return head + lessons.map((lesson) => csvLine(COLUMNS.map(([, value]) => String(value(lesson) ?? '')))).join('');
}
