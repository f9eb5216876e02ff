import { type KeyboardEvent, useId } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { RenderedCode } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { AnswerPartProps } from './answer-part.ts';
import { NOT_CORRECTED } from './not-corrected.ts';
import classes from './kinds.module.css';

/** Code, and its output to type before it is shown. */
export function PredictAnswer({ ask, given, onGive, isFixed, onSubmit, questionId }: AnswerPartProps<'predict'>) {
  const id = useId();
  const text = given[0] ?? '';
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <div className={classes.line}>
      <pre className={classes.code} {...KEYBOARD_SCROLL} dir="ltr" aria-label="Code">
        {ask.code_html === undefined ? ask.code : <RenderedCode html={ask.code_html} />}
      </pre>
      <label htmlFor={id}>What does it print?</label>
      <textarea
        {...NOT_CORRECTED}
        id={id}
        className={`${classes.field} ${classes.typedCode}`}
        value={text}
        rows={Math.min(Math.max(text.split('\n').length, 2), ROWS_MAX)}
        maxLength={LIMITS.answerMax}
        readOnly={isFixed}
        dir="ltr"
        aria-describedby={questionId}
        onChange={({ target }) => onGive([target.value])}
        onKeyDown={submitByKey}
      />
    </div>
  );
}

const ROWS_MAX = 20;
