import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { LessonFindings } from '../contract.ts';
import { type ReportedLesson, reportedLessons } from '../rules/report-csv.ts';
import { libraryFindingsQuery, libraryReportQuery } from './queries.ts';

interface LibraryReport {
  /** Null: they are being loaded, or couldn't be. */
  readonly lessons: readonly ReportedLesson[] | null;
  /** The findings are still missing. */
  readonly isLooking: boolean;
  readonly failed: Error | null;
  readonly findingsFailed: Error | null;
  /** Loads again what failed. */
  readonly retry: () => void;
}

const NO_FINDINGS: readonly LessonFindings[] = [];

/** The lessons as soon as their rows are known, and their findings when they come. */
export function useLibraryReport(): LibraryReport {
  const rows = useQuery(lessonsQuery);
  const reports = useQuery(libraryReportQuery);
  const findings = useQuery(libraryFindingsQuery);
  const found = findings.data ?? (findings.isError ? NO_FINDINGS : null);
  const lessons = useMemo(
    () => (rows.data && reports.data ? reportedLessons(rows.data, reports.data, found) : null),
    [rows.data, reports.data, found],
  );
  return {
    lessons,
    isLooking: found === null,
    failed: rows.error ?? reports.error,
    findingsFailed: findings.error,
    retry: () => {
      for (const query of [rows, reports, findings]) if (query.isError) void query.refetch();
    },
  };
}
