import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { isShownToLearners } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useEditedFile } from '#features/lessons/web/data-files/api.ts';
import { dataFilesQuery } from '#features/lessons/web/queries.ts';
import type { PreviewFile, PreviewScreen } from '#features/publishing/contract/previews.ts';
import type { QuestionFields, Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { EditorImagesContext } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { learnerScreen } from '../contract/learner-screen.ts';
import { AuthorCalls, type Previewed } from './author-calls.ts';
import { useRenderedTexts } from './rendered-texts.ts';

/** The values of a screen that is being edited, saved or not. */
export interface LearnerPreviewValues {
  readonly fields: ScreenFields;
  readonly questions: readonly QuestionFields[];
}

interface LearnerScreen {
  /** Null: its texts are still rendered. */
  readonly learner: PreviewScreen | null;
  readonly calls: AuthorCalls;
  /** Those of the lesson that learners see. */
  readonly files: PreviewFile[];
}

/** A screen of a draft as its learner sees it, and the calls for trying it. `numberOf`: the number of a screen by its id; 0 for others. */
export function useLearnerScreen(
  lesson: Lesson,
  screen: Screen,
  values: LearnerPreviewValues,
  numberOf: (screenId: number) => number,
): LearnerScreen {
  const images = use(EditorImagesContext)?.address ?? null;
  const files = useQuery(dataFilesQuery(lesson.id));
  const seen = (files.data ?? []).filter(isShownToLearners);
  const texts = useRenderedTexts(values, screen.id);
  const file = useEditedFile(lesson, screen.id);
  const previewed: Previewed = { lesson, screen, ...values, files: seen, images };
  const [calls] = useState(() => new AuthorCalls(previewed));
  useEffect(() => calls.update(previewed));
  return {
    learner: texts && learnerScreen(lesson, { fields: values.fields, answer_variables: screen.answer_variables, file, ...texts }),
    calls,
    files: seen.map(({ alias, bytes, display_first, screens }) => ({ name: alias, bytes, display_first, screens: screens.map(numberOf) })),
  };
}
