import type { Course } from '#contract/courses.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { MESSAGES } from './messages.ts';

/** The course with its lessons as a zip that Create from Zip takes; staff only. */
export function ExportCourse({ course }: { course: Pick<Course, 'id' | 'sequence'> }) {
  const fileName = `course-${course.sequence}.zip`;
  return (
    <DownloadButton
      url={`/api/course/${course.id}/export`}
      fileName={fileName}
      label={`Export as ${fileName}`}
      failed={MESSAGES.exportFailed}
    />
  );
}
