import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';

const loadTest = () => import('#features/tests/web/test-lessons-dialog.tsx');

/** Runs the tests of the lessons that a pull request changes. */
export function RunTests({ pull, isNext }: { pull: PullRequest; isNext: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const lessons = pull.lessons.flatMap(({ lesson_id: id, sequence }) => (id === null ? [] : [{ id, sequence: sequence ?? 0 }]));
  if (lessons.length === 0) return null;
  return (
    <>
      <Button
        size="xs"
        variant={isNext ? 'filled' : 'default'}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Run tests
      </Button>
      {isOpen ? <OnDemand load={loadTest} props={{ name: 'the changed lessons', lessons, onClose: () => setOpen(false) }} /> : null}
    </>
  );
}
