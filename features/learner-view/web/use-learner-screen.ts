import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import { isShownToLearners } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useEditedFile } from '#features/lessons/web/data-files/api.ts';
import { dataFilesQuery } from '#features/lessons/web/queries.ts';
import type { PreviewFile, PreviewScreen } from '#features/publishing/contract/previews.ts';
import type { QuestionFields, Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { type Draw, previewDraws } from '#features/screens/rules/values/draw-values.ts';
import { drawFields, drawQuestion, drawText } from '#features/screens/rules/values/fill-in-values.ts';
import { EditorImagesContext } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { learnerScreen } from '../contract/learner-screen.ts';
import { AuthorCalls, type Previewed } from './author-calls.ts';
import { useRenderedTexts } from './rendered-texts.ts';
import { useStart } from './use-start.ts';

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

function drawValuesOf({ fields, questions }: LearnerPreviewValues, draw: Draw, isFirst: boolean): LearnerPreviewValues {
  return { fields: drawFields(fields, draw, isFirst), questions: questions.map((asked) => drawQuestion(asked, draw)) };
}

/**
 * A screen of a draft as its learner sees it, and the calls for trying it.
 *
 * @param numberOf The number of a screen by its id; 0 for others.
 * @param drawNumber Which of the first draws of its values it has, from 1.
 */
export function useLearnerScreen(
  lesson: Lesson,
  screen: Screen,
  values: LearnerPreviewValues,
  numberOf: (screenId: number) => number,
  drawNumber = 1,
): LearnerScreen {
  const images = use(EditorImagesContext)?.address ?? null;
  const files = useQuery(dataFilesQuery(lesson.id));
  const seen = (files.data ?? []).filter(isShownToLearners);
  const { start, isLoading } = useStart({ ...screen, starts_from: values.fields.starts_from });
  const draws = useMemo(() => previewDraws(values.fields.values), [values.fields.values]);
  const number = Math.min(drawNumber, draws.length);
  const draw = draws[number - 1] ?? null;
  const shown = draw === null ? values : drawValuesOf(values, draw, number === 1);
  // As in builds: code of another screen is complete, and has no values of this one.
  const drawn = start === null ? shown : { ...shown, fields: { ...shown.fields, initial_code: start.code } };
  const texts = useRenderedTexts({ ...drawn, language: lesson.language }, screen.id);
  const edited = useEditedFile(lesson, screen.id);
  const file = edited && draw ? { ...edited, text: drawText(edited.text, draw) } : edited;
  const given = {
    fields: drawn.fields,
    answer_variables: screen.answer_variables,
    file,
    starts_from: start?.screen.values === '' ? start.screen.sequence : null,
  };
  const previewed: Previewed = { lesson, screen, ...drawn, files: seen, images };
  const [calls] = useState(() => new AuthorCalls(previewed));
  useEffect(() => calls.update(previewed));
  return {
    learner: texts && !isLoading ? learnerScreen(lesson, { ...given, ...texts }) : null,
    calls,
    files: seen.map(({ alias, bytes, display_first, screens }) => ({ name: alias, bytes, display_first, screens: screens.map(numberOf) })),
  };
}
