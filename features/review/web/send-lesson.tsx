import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';

const loadSend = () => import('./send-dialog.tsx');

/** Asks which lessons of its release are sent for review; only this one is ticked. Open while rendered. */
export function SendLesson({ lesson, onClose }: { lesson: Pick<Lesson, 'id' | 'release_id' | 'release_name'>; onClose: () => void }) {
  return <OnDemand load={loadSend} props={{ releaseId: lesson.release_id, releaseName: lesson.release_name, chosen: [lesson], onClose }} />;
}
