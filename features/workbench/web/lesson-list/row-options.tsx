import { Menu } from '@mantine/core';
import { IconArrowRight, IconCopy, IconCopyPlus, IconGitPullRequest, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import { RowMenu } from '#platform/web/ui/row-menu.tsx';

interface RowOptionsProps extends MenuBodyProps {
  row: LessonRow;
  /** What is absent is not offered. */
  sync?: (row: LessonRow) => void;
  move?: (row: LessonRow) => void;
  copy?: (row: LessonRow) => void;
  duplicate: (row: LessonRow) => void;
  remove?: (row: LessonRow) => void;
}

/** Options of one lesson of the list. */
export default function RowOptions({ row, sync, move, copy, duplicate, remove, ...menu }: RowOptionsProps) {
  return (
    <RowMenu {...menu}>
      {sync ? (
        <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={() => sync(row)}>
          Sync with its branch
        </Menu.Item>
      ) : null}
      {move ? (
        <Menu.Item leftSection={<IconArrowRight size={15} aria-hidden />} onClick={() => move(row)}>
          Move to release…
        </Menu.Item>
      ) : null}
      {copy ? (
        <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={() => copy(row)}>
          Copy to release…
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconCopyPlus size={15} aria-hidden />} onClick={() => duplicate(row)}>
        Duplicate as a new lesson…
      </Menu.Item>
      <Menu.Item leftSection={<IconGitPullRequest size={15} aria-hidden />} component={Link} to={`/releases/${row.release_id}/pull`}>
        Pull request of {row.release_name}
      </Menu.Item>
      {remove ? (
        <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => remove(row)}>
          Delete…
        </Menu.Item>
      ) : null}
    </RowMenu>
  );
}
