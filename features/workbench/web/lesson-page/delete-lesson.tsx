import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import DeleteLessonDialog from '../lesson-list/delete-lesson-dialog.tsx';

/** The button of the lesson page that deletes the lesson, after a question. */
export function DeleteLesson({ lesson, onDeleted }: { lesson: Lesson; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" w="fit-content" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Delete lesson
      </Button>
      <DeleteLessonDialog lesson={lesson} isOpen={isOpen} onDeleted={onDeleted} onClose={() => setOpen(false)} />
    </>
  );
}
