import { ActionIcon } from '@mantine/core';
import { IconCopyPlus, IconPencil } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { LessonRow } from '#contract/lessons.ts';
import { useRowTabIndex } from '#web/ui/data-table/row-focus.ts';
import { LinkIcon } from '#web/ui/links.tsx';

interface Actions {
  clone: (row: LessonRow) => void;
  /** The lesson that is being cloned now. */
  cloning: number | null;
}

/** What the rows of the list can do, handed in by the list. */
export const LessonActions = createContext<Actions>({ clone: () => undefined, cloning: null });

/** Edit and Clone of one row (A §2). */
export function RowActions({ row }: { row: LessonRow }) {
  const { clone, cloning } = use(LessonActions);
  const tabIndex = useRowTabIndex();
  const name = `lesson ${row.sequence} (${row.release_name})`;
  return (
    <>
      <LinkIcon
        to="/lesson/$lessonId"
        params={{ lessonId: row.id }}
        preload={false}
        tabIndex={tabIndex}
        aria-label={`Edit ${name}`}
        title="Edit"
      >
        <IconPencil size={16} aria-hidden />
      </LinkIcon>
      <ActionIcon
        tabIndex={tabIndex}
        aria-label={`Clone ${name}`}
        title="Clone"
        loading={cloning === row.id}
        disabled={cloning !== null && cloning !== row.id}
        onClick={() => clone(row)}
      >
        <IconCopyPlus size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
