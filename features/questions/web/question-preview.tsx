import { use, useState } from 'react';
import { AuthorCalls } from '#features/learner-view/web/author-calls.ts';
import { judgeAnswer } from '#features/learner-view/web/judge-answer.ts';
import type { LearnerAnswer } from '#features/learner-view/web/learner-answer.ts';
import { LearnerLook } from '#features/learner-view/web/learner-look.tsx';
import { QuestionView } from '#features/learner-view/web/question-view.tsx';
import { useRenderedTexts } from '#features/learner-view/web/rendered-texts.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { LEARNER_MARKDOWN, type LearnerMarkdown } from '#features/screens/contract/screen-texts.ts';
import type { QuestionFields, Screen } from '#features/screens/contract/screens.ts';
import { EditorImagesContext } from '#platform/web/ui/markdown-editor/editor-images.ts';

interface QuestionPreviewProps {
  question: QuestionFields;
  /** Within a sentence: `question 2`. */
  name: string;
  lesson: Lesson;
  /** As it is saved, with the values that its author works with: its check judges answers that run. */
  screen: Screen;
}

const NO_TEXTS = {
  ...(Object.fromEntries(LEARNER_MARKDOWN.map((field) => [field, ''])) as Record<LearnerMarkdown, string>),
  type: 'text',
  display_code: '',
} as const;

/** A question as the learner sees it: feedback shows after Submit answer. */
export function QuestionPreview({ question, name, lesson, screen }: QuestionPreviewProps) {
  const images = use(EditorImagesContext)?.address ?? null;
  const [rendered] = useRenderedTexts({ fields: NO_TEXTS, questions: [question], language: lesson.language })?.questions ?? [];
  const calls = new AuthorCalls({ lesson, screen, fields: screen, questions: [question], files: [], images });
  const [answer, setAnswer] = useState<LearnerAnswer>({ picked: [], given: [] });
  return (
    <LearnerLook language={images?.textLanguage ?? null} label={`Preview of ${name}`}>
      {rendered && (
        <QuestionView
          question={rendered}
          name="Question"
          answer={answer}
          onAnswer={setAnswer}
          judge={(submitted, options) => judgeAnswer(calls, { screen: 0, question: 0 }, submitted, options)}
          lesson={lesson}
          errorText={calls.errorText}
        />
      )}
    </LearnerLook>
  );
}
