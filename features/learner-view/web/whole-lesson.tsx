import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { screenQuery } from '#features/lessons/web/queries.ts';
import type { PreviewLesson, PreviewScreen } from '#features/publishing/contract/previews.ts';
import { LEARNER_MARKDOWN, byHtmlName } from '#features/screens/contract/screen-texts.ts';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { keptProgress } from './kept-progress.ts';
import { HandedIn } from './lesson/handed-in.ts';
import { LessonView } from './lesson/lesson-view.tsx';
import { useProgress } from './progress.ts';
import { type LearnerPreviewValues, useLearnerScreen } from './use-learner-screen.ts';
import { useStart } from './use-start.ts';

interface WholeLessonProps {
  lesson: Lesson;
  /** All screens of the lesson. */
  screens: readonly ListedScreen[];
  /** The screen that is edited, as it is saved. */
  screen: Screen;
  /** Its values, saved or not. */
  values: LearnerPreviewValues;
  /** The screen that is shown, counted from 1; one past the last is the end. */
  number: number;
  onGo: (number: number) => void;
  /** Which draw of its values each screen has, from 1. */
  drawNumber: number;
}

/** A draft lesson as its learner sees it. The screens that are not being edited are shown as they are saved. */
export function WholeLesson({ lesson, screens, screen: edited, values, number, onGo, drawNumber }: WholeLessonProps) {
  const listed = screens[number - 1];
  const isEdited = listed === undefined || listed.id === edited.id;
  const saved = useQuery({ ...screenQuery(lesson.id, listed?.id ?? edited.id), enabled: !isEdited });
  const shown = isEdited ? edited : saved.data;
  const numberOf = (id: number) => screens.findIndex((each) => each.id === id) + 1;
  const { learner, calls, files } = useLearnerScreen(
    lesson,
    shown ?? edited,
    shown === undefined || isEdited ? values : { fields: shown, questions: shown.multipleChoiceQuestions },
    numberOf,
    drawNumber,
  );
  const { start } = useStart({ ...edited, starts_from: values.fields.starts_from });
  const initialCode = start?.code ?? values.fields.initial_code;
  const progress = useProgress(keptProgress({ lessonId: lesson.id, drawNumber }, { number: numberOf(edited.id), initialCode }));
  const [handedIn] = useState(() => new HandedIn(`draft-${lesson.id}`));
  const draft: PreviewLesson = {
    title: lesson.title,
    overview: lesson.overview,
    objectives: lesson.objectives,
    is_assessment: lesson.type === 'assessment',
    tries: null,
    language: lesson.language,
    text_language: lesson.text_language,
    sql_max_rows: lesson.sql_max_rows,
    build_number: 0,
    built_at: '',
    expires_at: '',
    next: { lesson: null, assessment: null },
    packages: [],
    files,
    screens: screens.map((each) =>
      each.id === shown?.id && learner ? learner : titled(each, each.id === edited.id ? values.fields.title : each.title),
    ),
  };
  return (
    <LessonView
      lesson={draft}
      number={number}
      onGo={onGo}
      calls={calls}
      progress={progress}
      handedIn={handedIn}
      isPage={false}
      isLoading={listed !== undefined && (shown === undefined || learner === null)}
    />
  );
}

/** A screen that isn't open: only its title is shown. */
function titled({ type }: ListedScreen, title: string): PreviewScreen {
  return {
    title,
    type,
    ...byHtmlName(LEARNER_MARKDOWN, () => NO_HTML),
    initial_code: '',
    starts_from: null,
    display_code: '',
    inputs: '',
    file: null,
    is_checked: false,
    solution_after: null,
    application: null,
    can_run: false,
    questions: [],
  };
}
