import { useId } from 'react';
import type { TaskKind } from '#features/questions/contract/kinds/tasks.ts';
import type { AnswerPartProps } from './answer-part.ts';
import { NOT_CORRECTED } from './not-corrected.ts';
import shared from '../shared.module.css';
import classes from './kinds.module.css';

interface LineFieldProps extends Omit<AnswerPartProps<TaskKind>, 'ask' | 'parts'> {
  /** What the answer looks like; null: anything. */
  hint: string | null;
}

/** One line to type. Enter submits it. */
export function LineField({ given, onGive, isFixed, onSubmit, questionId, hint }: LineFieldProps) {
  const id = useId();
  return (
    <div className={classes.line}>
      <label htmlFor={id}>Your answer</label>
      <input
        {...NOT_CORRECTED}
        id={id}
        className={classes.field}
        value={given[0] ?? ''}
        maxLength={LINE_MAX}
        readOnly={isFixed}
        dir="auto"
        aria-describedby={hint === null ? questionId : `${questionId} ${id}-hint`}
        onChange={({ target }) => onGive([target.value])}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      {hint === null ? null : (
        <p className={shared.status} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

const LINE_MAX = 1_000;
