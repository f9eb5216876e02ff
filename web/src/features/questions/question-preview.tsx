import { Button, Checkbox, Radio } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { judgeAnswer, type JudgedAnswer } from '#contract/answer-question.ts';
import type { QuestionFields } from '#contract/screens.ts';
import { Banner } from '#web/ui/banner.tsx';
import { MarkdownText } from '#web/ui/markdown-editor/markdown-text.tsx';
import classes from './questions.module.css';

interface QuestionPreviewProps {
  question: QuestionFields;
  /** Within a sentence: `question 2`. */
  name: string;
}

/** A question as the learner sees it: feedback shows after Submit. */
export function QuestionPreview({ question, name }: QuestionPreviewProps) {
  const id = useId();
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [judged, setJudged] = useState<JudgedAnswer | null>(null);
  const isSingle = question.select_type === 'single';
  const Mark = isSingle ? Radio : Checkbox;
  const canSubmit = picked.size > 0 && judged === null;

  function pick(index: number, isPicked: boolean) {
    setJudged(null);
    if (isSingle) setPicked(new Set([index]));
    else setPicked(new Set(isPicked ? [...picked, index] : [...picked].filter((each) => each !== index)));
  }

  return (
    <div className={classes.preview} role="group" aria-label={`Preview of ${name}`}>
      <MarkdownText source={question.question} />
      <div className={classes.answers} role={isSingle ? 'radiogroup' : 'group'} aria-label="Answers">
        {question.answer_options.map((option, index) => {
          const feedback = judged?.picked.find((each) => each.index === index);
          const labelId = `${id}-${index}`;
          return (
            <div key={index} className={classes.answer} data-verdict={feedback && (feedback.valid ? 'right' : 'wrong')}>
              <Mark
                size="xs"
                name={id}
                id={`${labelId}-input`}
                // Its name until its text has been rendered.
                aria-label={`Option ${index + 1}`}
                aria-labelledby={labelId}
                checked={picked.has(index)}
                onChange={(event) => pick(index, event.currentTarget.checked)}
              />
              <label className={classes.answerLabel} htmlFor={`${labelId}-input`} id={labelId}>
                {option.label.trim() === '' ? <em>Option {index + 1}</em> : <MarkdownText source={option.label} />}
              </label>
              {feedback && (
                <div className={classes.feedback}>
                  {feedback.valid ? (
                    <IconCircleCheck size={16} role="img" aria-label="Right" />
                  ) : (
                    <IconCircleX size={16} role="img" aria-label="Wrong" />
                  )}
                  {feedback.feedback_message.trim() === '' ? (
                    <span>{feedback.valid ? 'Right.' : 'Wrong.'}</span>
                  ) : (
                    <MarkdownText source={feedback.feedback_message} />
                  )}
                </div>
              )}
            </div>
          );
        })}
      </div>
      <div className={classes.submit}>
        <Button
          size="xs"
          aria-disabled={!canSubmit}
          data-disabled={!canSubmit || undefined}
          onClick={() => canSubmit && setJudged(judgeAnswer(question, picked))}
        >
          Submit
        </Button>
        {picked.size > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setPicked(new Set());
              setJudged(null);
            }}
          >
            Start again
          </Button>
        )}
      </div>
      <div role="status">
        {judged && <Banner kind={judged.isCorrect ? 'success' : 'error'}>{judged.isCorrect ? 'Correct.' : 'Not correct.'}</Banner>}
      </div>
    </div>
  );
}
