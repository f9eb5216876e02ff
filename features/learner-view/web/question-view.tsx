import { useEffect, useId, useRef, useState } from 'react';
import type { PreviewQuestion, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { revealResult } from './shown-verdict.ts';
import { Success, VerdictText } from './verdict.tsx';
import classes from './question-view.module.css';
import rendered from './rendered-html.module.css';
import shared from './shared.module.css';

interface QuestionViewProps {
  question: PreviewQuestion;
  /** `Question 2 of 3`. */
  name: string;
  /** Indexes of the selected options. */
  picked: readonly number[];
  onPick: (picked: number[]) => void;
  /** Judges an answer; null: assessments are graded at the end. */
  answer: ((picked: readonly number[]) => Promise<PreviewVerdict>) | null;
  /** The verdict on a question of an assessment that was handed in: nothing can be changed any more. */
  graded?: PreviewVerdict | null;
  /** It was the last task of the screen, so its verdict has what the author says once the screen is solved. */
  isLastSolved?: boolean;
  onCorrect?: () => void;
  /** The message of an error that `answer` threw. */
  errorText: (error: unknown) => string;
}

/** A question with its options, and after Submit the verdict on what was selected. */
export function QuestionView({
  question,
  name,
  picked,
  onPick,
  answer,
  graded = null,
  isLastSolved = false,
  onCorrect,
  errorText,
}: QuestionViewProps) {
  const id = useId();
  const [submitted, setSubmitted] = useState<PreviewVerdict | null>(null);
  const verdict = graded ?? submitted;
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitted !== null) revealResult(said.current, { keepsFocus: true });
  }, [submitted]);
  const isSingle = question.select_type === 'single';

  const toggle = (option: number) => {
    setSubmitted(null);
    onPick(isSingle ? [option] : picked.includes(option) ? picked.filter((each) => each !== option) : [...picked, option]);
  };
  const submit = async () => {
    if (answer === null || isBusy || picked.length === 0) return;
    setIsBusy(true);
    setError(null);
    try {
      const reply = await answer(picked);
      setSubmitted(reply);
      if (reply.is_correct) onCorrect?.();
    } catch (failed) {
      setError(errorText(failed));
    }
    setIsBusy(false);
  };

  return (
    <fieldset className={classes.question}>
      <legend>{name}</legend>
      <RenderedHtml html={question.question_html} className={rendered.plain} />
      <div className={classes.options}>
        {question.options.map((option, at) => {
          const marked = verdict?.picked.find((each) => each.index === at);
          return (
            <div key={at}>
              <label className={classes.option} data-right={marked?.valid}>
                <input
                  type={isSingle ? 'radio' : 'checkbox'}
                  name={id}
                  checked={picked.includes(at)}
                  disabled={graded !== null}
                  onChange={() => toggle(at)}
                />
                {option.label_html === '' ? <em>Option {at + 1}</em> : <RenderedHtml html={option.label_html} className={rendered.plain} />}
                {marked ? (
                  <span className={classes.mark} role="img" aria-label={marked.valid ? 'Right' : 'Wrong'}>
                    {marked.valid ? '✓' : '✗'}
                  </span>
                ) : null}
              </label>
              <div role="status">
                {marked && marked.feedback_html !== '' ? (
                  <div className={shared.said} data-right={marked.valid}>
                    <RenderedHtml html={marked.feedback_html} className={rendered.plain} />
                  </div>
                ) : null}
              </div>
            </div>
          );
        })}
      </div>
      {answer === null ? (
        graded === null ? (
          <p className={shared.status}>
            {picked.length === 0
              ? `${isSingle ? 'Pick an answer' : 'Pick all that apply'}. It is graded when you hand in.`
              : 'Answer saved.'}
          </p>
        ) : null
      ) : (
        <>
          {isSingle ? null : <p className={shared.status}>Pick all that apply.</p>}
          <button
            type="button"
            className={shared.button}
            // After success, Next is what comes first.
            data-first={verdict?.is_correct ? undefined : ''}
            disabled={picked.length === 0}
            // Not disabled, or the focus would be lost.
            aria-disabled={isBusy || undefined}
            onClick={() => void submit()}
          >
            Submit answer
          </button>
        </>
      )}
      <div role="status" ref={said}>
        {verdict ? (
          <div className={shared.said} data-right={verdict.is_correct}>
            <VerdictText isCorrect={verdict.is_correct} isFinal={graded !== null} />
            {isLastSolved ? <Success html={verdict.success_html} /> : null}
          </div>
        ) : null}
      </div>
      {error === null ? null : (
        <p className={shared.said} data-right="false" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
