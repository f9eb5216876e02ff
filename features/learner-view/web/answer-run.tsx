import type { PreviewResult } from '#features/publishing/contract/previews.ts';
import { Outcome } from './run-result.tsx';
import type { ScreenLesson } from './screen-props.ts';
import classes from './question-view.module.css';
import shared from './shared.module.css';

/** The run of an answer that is a program. Pages load it with the first one. */
export default function AnswerRun(props: { result: PreviewResult; lesson: Pick<ScreenLesson, 'language' | 'sql_max_rows'> }) {
  return (
    <div className={`${shared.result} ${classes.run}`} role="region" aria-label="Run of your answer">
      <Outcome {...props} />
    </div>
  );
}
