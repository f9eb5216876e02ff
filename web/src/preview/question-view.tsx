import { useId, useState } from 'react';
import type { PreviewLesson, PreviewQuestion, PreviewVerdict } from '#contract/previews.ts';
import { api, failure, token } from './calls.ts';
import classes from './question-view.module.css';
import shared from './shared.module.css';
import type { ProgressKeeper } from './progress.ts';
import { SafeHtml } from './safe-html.tsx';

interface QuestionProps {
  question: PreviewQuestion;
  /** Index of the question on its screen, and number of questions. */
  index: number;
  count: number;
  place: number;
  lesson: PreviewLesson;
  progress: ProgressKeeper;
}

/** A question with its options. The server grades, and only what was selected; in an assessment, after handing in. */
export function QuestionView({ question, index, count, place, lesson, progress }: QuestionProps) {
  const id = useId();
  const [verdict, setVerdict] = useState<PreviewVerdict | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const picked = progress.now.picked[`${place}/${index}`] ?? [];
  const isSingle = question.select_type === 'single';

  const toggle = (option: number) => {
    setVerdict(null);
    const next = isSingle ? [option] : picked.includes(option) ? picked.filter((each) => each !== option) : [...picked, option];
    progress.pick(place, index, next);
    if (lesson.is_assessment) progress.finish(place);
  };
  const submit = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const reply = await api.answerPreview({ params: { token, screen: place }, body: { question: index, picked: [...picked] } });
      setVerdict(reply);
      if (reply.is_correct) progress.finish(place);
    } catch (failed) {
      setError(failure(failed));
    }
    setIsBusy(false);
  };

  return (
    <fieldset className={classes.question}>
      <legend>{count === 1 ? 'Question' : `Question ${index + 1} of ${count}`}</legend>
      <SafeHtml html={question.question_html} isPlain />
      <div className={classes.options}>
        {question.options.map((option, at) => {
          const graded = verdict?.picked.find((each) => each.index === at);
          return (
            <div key={at}>
              <label className={classes.option}>
                <input type={isSingle ? 'radio' : 'checkbox'} name={id} checked={picked.includes(at)} onChange={() => toggle(at)} />
                <SafeHtml html={option.label_html} isPlain />
              </label>
              {graded && graded.feedback_html !== '' ? (
                <div className={shared.said} data-right={graded.valid}>
                  <SafeHtml html={graded.feedback_html} isPlain />
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
      {lesson.is_assessment ? (
        <p className={shared.status}>{picked.length === 0 ? 'Pick an answer. It is graded when you hand in.' : 'Answer saved.'}</p>
      ) : (
        <button
          type="button"
          className={shared.button}
          data-first=""
          disabled={isBusy || picked.length === 0}
          onClick={() => void submit()}
        >
          Submit answer
        </button>
      )}
      <div role="status">
        {verdict ? (
          <p className={shared.said} data-right={verdict.is_correct}>
            <strong>{verdict.is_correct ? 'Correct.' : 'Not correct yet.'}</strong>
          </p>
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
