import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { counted } from '#platform/contract/counted.ts';
import { SEVERITIES, type Severity } from '../contract/preflight-rules.ts';
import type { FindingCounts as Counts } from '../contract/preflight.ts';
import { findingCountsQuery, preflightQuery } from './queries.ts';
import classes from './preflight.module.css';

export const SEVERITY_ICONS = { error: IconAlertCircle, warning: IconAlertTriangle, note: IconInfoCircle } as const;

/** `2 errors`. */
export function severityCount(severity: Severity, count: number): string {
  return counted(count, severity);
}

/** How many findings there are, by severity; nothing where there are none. */
export function FindingCounts({ counts }: { counts: Counts }) {
  const found = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (found.length === 0) return null;
  return (
    <span className={classes.counts}>
      {found.map((severity) => {
        const Icon = SEVERITY_ICONS[severity];
        return (
          <span key={severity} data-severity={severity} title={severityCount(severity, counts[severity])}>
            <Icon size={14} role="img" aria-label={severity} />
            {counts[severity]}
          </span>
        );
      })}
    </span>
  );
}

/** The findings of one lesson in a list of the release's lessons. */
export function LessonFindingCounts({ releaseId, lessonId }: { releaseId: number; lessonId: number }) {
  const { data } = useQuery(findingCountsQuery(releaseId));
  const lesson = data?.find(({ id }) => id === lessonId);
  return lesson ? <FindingCounts counts={lesson.counts} /> : null;
}

/** The findings of a lesson beside the link to them. */
export function OwnFindingCounts({ lessonId }: { lessonId: number }) {
  const { data } = useQuery({ ...preflightQuery({ lesson: lessonId }), refetchInterval: false });
  const [lesson] = data?.lessons ?? [];
  return lesson ? <FindingCounts counts={lesson.counts} /> : null;
}
