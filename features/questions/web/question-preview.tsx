import { use, useState } from 'react';
import type { LearnerAnswer } from '#features/learner-view/web/learner-answer.ts';
import { QuestionView } from '#features/learner-view/web/question-view.tsx';
import { useRenderedTexts } from '#features/learner-view/web/rendered-texts.ts';
import { judgeUnsaved } from '#features/learner-view/web/unsaved-question.ts';
import { LEARNER_MARKDOWN, type LearnerMarkdown } from '#features/screens/contract/screen-texts.ts';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import { errorText } from '#platform/web/error-text.ts';
import { EditorImagesContext } from '#platform/web/ui/markdown-editor/editor-images.ts';
import shared from '#features/learner-view/web/shared.module.css';

interface QuestionPreviewProps {
  question: QuestionFields;
  /** Within a sentence: `question 2`. */
  name: string;
}

const NO_TEXTS = Object.fromEntries(LEARNER_MARKDOWN.map((field) => [field, ''])) as Record<LearnerMarkdown, string>;

/** A question as the learner sees it: feedback shows after Submit answer. */
export function QuestionPreview({ question, name }: QuestionPreviewProps) {
  const images = use(EditorImagesContext)?.address ?? null;
  const [rendered] = useRenderedTexts({ fields: NO_TEXTS, questions: [question] })?.questions ?? [];
  const [answer, setAnswer] = useState<LearnerAnswer>({ picked: [], given: [] });
  return (
    <div className={shared.look} role="group" aria-label={`Preview of ${name}`}>
      {rendered && (
        <QuestionView
          question={rendered}
          name="Question"
          answer={answer}
          onAnswer={setAnswer}
          judge={(submitted) => judgeUnsaved(question, submitted, images)}
          errorText={(error) => errorText(error, 'Something went wrong. Try again.')}
        />
      )}
    </div>
  );
}
