import { useState } from 'react';
import { WaitingProposals } from '#features/proposals/web/waiting-proposals.tsx';
import { PullPage } from '#features/review/web/pull-page.tsx';

/** `/releases/{releaseId}/pull`: the pull request of a release, with what is proposed for its lessons. */
export default function PullPageWithProposals() {
  return <PullPage LessonNote={LessonProposals} />;
}

function LessonProposals({ lessonId }: { lessonId: number }) {
  const [opened, setOpened] = useState<number | null>(null);
  return <WaitingProposals lessonId={lessonId} screenId={null} opened={opened} onOpen={setOpened} />;
}
