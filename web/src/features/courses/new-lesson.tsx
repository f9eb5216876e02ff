import type { Course } from '#contract/courses.ts';
import { CreateAndAdd } from '#web/ui/release-dialogs/create-and-add.tsx';
import { useCourseLessons } from './api.ts';
import { MESSAGES } from './messages.ts';

/** A new lesson in the course's release, at the end of the course (B §7: it is made first, and then added). */
export function NewLesson({ course, onClose }: { course: Course; onClose: () => void }) {
  const { create, add } = useCourseLessons(course);
  return (
    <CreateAndAdd
      title="New Lesson"
      nameLabel="Title"
      submitLabel="Create Lesson"
      create={async ({ sequence, name }) => (await create.mutateAsync({ sequence, title: name })).id}
      add={(id) => add.mutateAsync([id])}
      texts={{ createFailed: MESSAGES.createLessonFailed, createdNotAdded: MESSAGES.createdNotAdded }}
      onClose={onClose}
    />
  );
}
