import { Button, Checkbox, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CourseSummary } from '#features/curricula/contract/courses.ts';
import { coursesQuery } from '#features/curricula/web/queries.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { saveAsCsv } from '#platform/web/download.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { countGaps, onlyGaps, type SkillCourse, skillMatrix, skillsCsv } from '../rules/skill-matrix.ts';
import { MESSAGES } from './messages.ts';
import { libraryReportQuery, librarySkillsQuery } from './queries.ts';
import { SkillsTable } from './skills-table.tsx';

/** `/library/skills`: which course assesses which skill, and what is missing. */
export default function SkillsPage() {
  const [isShort, setShort] = useState(false);
  const lessons = useQuery(lessonsQuery);
  const reports = useQuery(libraryReportQuery);
  const skills = useQuery(librarySkillsQuery);
  const courses = useQuery(coursesQuery);
  const failed = [lessons, reports, skills, courses].find(({ isError }) => isError);
  const matrix = useMemo(() => {
    if (!lessons.data || !reports.data || !skills.data || !courses.data) return null;
    const latest = new Set(lessons.data.filter(({ is_latest }) => is_latest).map(({ id }) => id));
    const listed = reports.data.filter(({ lesson_id }) => latest.has(lesson_id));
    return skillMatrix({ skills: skills.data, reports: listed, courses: shownCourses(courses.data) });
  }, [lessons.data, reports.data, skills.data, courses.data]);
  return (
    <Page
      title="Skills and courses"
      layout="report"
      actions={
        <>
          <LinkButton to="/library" variant="subtle">
            Library report
          </LinkButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={!matrix?.rows.length}
            onClick={() => {
              if (matrix) saveAsCsv(skillsCsv(matrix), 'skills.csv');
            }}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed">
        {MESSAGES.aboutSkills}
      </Text>
      {failed ? <ErrorBanner text={failureText(failed.error, MESSAGES.skillsFailed)} onRetry={() => void failed.refetch()} /> : null}
      {matrix === null ? (
        failed ? null : (
          <TableSkeleton rows={8} label={MESSAGES.loadingSkills} />
        )
      ) : matrix.rows.length === 0 ? (
        <EmptyState text={MESSAGES.noSkills} />
      ) : (
        <>
          <Checkbox
            label={`Gaps only (${countGaps(matrix)})`}
            checked={isShort}
            onChange={(event) => setShort(event.currentTarget.checked)}
          />
          <SkillsTable matrix={isShort ? onlyGaps(matrix) : matrix} />
        </>
      )}
    </Page>
  );
}

/** A column for each number of a course that isn't deprecated: main's version, or else the first. */
function shownCourses(courses: readonly CourseSummary[]): SkillCourse[] {
  const shown = new Map<number, CourseSummary>();
  for (const course of courses) if (course.is_main || !shown.has(course.sequence)) shown.set(course.sequence, course);
  return [...shown.values()].filter(({ deprecated }) => !deprecated);
}
