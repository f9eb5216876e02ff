import { useQueryClient } from '@tanstack/react-query';
import type { Path, Step } from '#contract/paths.ts';
import { CreateAndAdd } from '#web/ui/release-dialogs/create-and-add.tsx';
import { createCourse, useAddCourses } from './api.ts';
import { MESSAGES } from './messages.ts';

/** 'New Course' (B §2): a course in the path's release, at the end of the step. */
export function NewCourse({ path, step, onClose }: { path: Path; step: Step; onClose: () => void }) {
  const client = useQueryClient();
  const add = useAddCourses({ pathId: path.id, stepId: step.id });
  return (
    <CreateAndAdd
      title="New Course"
      nameLabel="Course Name"
      submitLabel="Create Course"
      create={({ sequence, name }) => createCourse(client, { sequence, name, release_id: path.release_id })}
      add={(id) => add.mutateAsync([id])}
      texts={{ createFailed: MESSAGES.createCourseFailed, createdNotAdded: MESSAGES.courseNotAdded }}
      onClose={onClose}
    />
  );
}
