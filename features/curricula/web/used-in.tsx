import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { Use } from '../contract/uses.ts';
import { MESSAGES } from './messages.ts';
import { lessonUsesQuery } from './queries.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './curricula.module.css';

const KINDS = {
  courses: { noun: 'Course', page: '/course' },
  paths: { noun: 'Path', page: '/track' },
  lessons: { noun: 'Lesson', page: '/lesson' },
} as const;

/** The courses, paths and other lessons that use a lesson. */
export function UsedIn({ lessonId }: { lessonId: number }) {
  const uses = useQuery(lessonUsesQuery(lessonId));
  if (uses.isError) return <ErrorBanner text={errorText(uses.error, MESSAGES.usesFailed)} />;
  if (!uses.data) return null;
  const { courses, paths, lessons } = uses.data;
  if (courses.length + paths.length + lessons.length === 0) return <p className={layout.dimmed}>{MESSAGES.noUses}</p>;
  return (
    <ul className={classes.uses}>
      {(['courses', 'paths', 'lessons'] as const).flatMap((kind) =>
        uses.data[kind].map((use) => (
          <li key={`${kind} ${use.id}`}>
            <UseLink kind={kind} use={use} /> <span className={layout.dimmed}>{use.release_name}</span>
          </li>
        )),
      )}
    </ul>
  );
}

function UseLink({ kind, use: { id, sequence, name } }: { kind: keyof typeof KINDS; use: Use }) {
  const { noun, page } = KINDS[kind];
  return (
    <Anchor component={Link} to={`${page}/${id}`} preload={false} size="sm" underline="always">
      {noun} {sequence}
      {name === '' ? null : ` · ${name}`}
    </Anchor>
  );
}
