import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import classes from './datasets.module.css';

/** Lesson numbers, each linking to the latest version of its lesson. */
export function LessonNumbers({ sequences }: { sequences: readonly number[] }) {
  const tabIndex = useRowTabIndex();
  if (sequences.length === 0) return <span title="Not used by any lesson">–</span>;
  return (
    <span className={classes.lessons} title={sequences.join(', ')}>
      {sequences.map((sequence) => (
        <Anchor
          key={sequence}
          component={Link}
          to={`/lesson/number/${sequence}`}
          preload={false}
          tabIndex={tabIndex}
          size="sm"
          aria-label={`Lesson ${sequence}`}
        >
          {sequence}
        </Anchor>
      ))}
    </span>
  );
}
