import { use, useState } from 'react';
import type { QuestionFields } from '#contract/screens.ts';
import { judgeUnsaved } from '#web/features/learner-view/author-calls.ts';
import { QuestionView } from '#web/features/learner-view/question-view.tsx';
import { useRenderedTexts } from '#web/features/learner-view/rendered-texts.ts';
import shared from '#web/features/learner-view/shared.module.css';
import { errorText } from '#web/platform/error-text.ts';
import { EditorImagesContext } from '#web/ui/markdown-editor/editor-images.ts';

interface QuestionPreviewProps {
  question: QuestionFields;
  /** Within a sentence: `question 2`. */
  name: string;
}

const NO_TEXTS = { body_markdown: '', instructions_markdown: '', hint_markdown: '' };

/** A question as the learner sees it: feedback shows after Submit answer. */
export function QuestionPreview({ question, name }: QuestionPreviewProps) {
  const images = use(EditorImagesContext)?.address ?? null;
  const [rendered] = useRenderedTexts({ fields: NO_TEXTS, questions: [question] })?.questions ?? [];
  const [picked, setPicked] = useState<readonly number[]>([]);
  return (
    <div className={shared.look} role="group" aria-label={`Preview of ${name}`}>
      {rendered && (
        <QuestionView
          question={rendered}
          name="Question"
          picked={picked}
          onPick={setPicked}
          answer={(submitted) => judgeUnsaved(question, submitted, images)}
          errorText={(error) => errorText(error, 'Something went wrong. Try again.')}
        />
      )}
    </div>
  );
}
