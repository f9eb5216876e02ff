import { useState } from 'react';
import { LearnerLook } from '#features/learner-view/web/learner-look.tsx';
import { HandedIn } from '#features/learner-view/web/lesson/handed-in.ts';
import { LessonView } from '#features/learner-view/web/lesson/lesson-view.tsx';
import { type Progress, useProgress } from '#features/learner-view/web/progress.ts';
import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import { remember, remembered, token, visitorCalls } from './calls.ts';
import { useScreenNumber } from './use-screen-number.ts';
import classes from './preview-page.module.css';

/** A build of a lesson. Its work is kept for this tab. */
export function LessonPage({ lesson }: { lesson: PreviewLesson }) {
  const [number, go] = useScreenNumber(lesson.screens.length + 1);
  // Another build starts over.
  const storedAs = `preview-${token.slice(0, 12)}-${lesson.build_number}`;
  const progress = useProgress({
    read: () => remembered(storedAs) as Partial<Progress> | null,
    write: (now) => remember(storedAs, now),
  });
  const [handedIn] = useState(() => new HandedIn(storedAs));
  return (
    <LearnerLook language={lesson.text_language} className={classes.lesson}>
      <LessonView lesson={lesson} number={number} onGo={go} calls={visitorCalls} progress={progress} handedIn={handedIn} isPage />
    </LearnerLook>
  );
}
