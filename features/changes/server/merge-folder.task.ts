import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { COURSE_FORMAT, type CurriculumFormat, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import type { Decisions, KeyedConflict, Sides } from '#features/documents/rules/merge-conflicts.ts';
import { mergeCourseFiles, mergePathFiles } from '#features/documents/rules/merge-curriculum.ts';
import { mergeLessonFiles } from '#features/documents/rules/merge-lesson-files.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import type { ContentRoot } from '#features/git/rules/content-roots.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    mergeFolder: typeof mergeFolder;
  }
}

/** Number and title of a lesson, course or path. */
export interface Subject {
  readonly sequence: number;
  readonly title: string;
}

const MERGERS = { lessons: mergeLessonFiles, courses: mergeCourseFiles, paths: mergePathFiles } as const;

const SUBJECTS: Readonly<Record<ContentRoot, (files: Files) => Subject>> = {
  lessons: (files) => {
    const { sequence, fields } = readLesson(files).lesson;
    return { sequence, title: fields.title };
  },
  courses: (files) => curriculumSubject(COURSE_FORMAT, files),
  paths: (files) => curriculumSubject(PATH_FORMAT, files),
};

function curriculumSubject(format: CurriculumFormat, files: Files): Subject {
  const { sequence, fields } = format.read(files).content;
  return { sequence, title: fields.name };
}

/** A folder of a lesson, course or path as merged, with what has to be decided first. */
export function mergeFolder(
  root: ContentRoot,
  sides: Sides<Files>,
  decided: Decisions,
): { readonly files: Files; readonly conflicts: readonly KeyedConflict[]; readonly subject: Subject } {
  const { files, conflicts } = MERGERS[root](sides, decided);
  return { files, conflicts, subject: SUBJECTS[root](sides.mine.size > 0 ? sides.mine : sides.theirs) };
}
