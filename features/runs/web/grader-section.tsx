import type { Grader } from '../contract/runs.ts';
import { CheckSign } from './check-sign.tsx';
import classes from './output-pane.module.css';

/** The result of an assessment as its learner sees it, overall and by skill. */
export function GraderSection({ grader }: { grader: Grader }) {
  return (
    <div className={classes.check} role="group" aria-label="Assessment">
      <h2>
        <CheckSign state={grader.correct ? 'passed' : 'failed'} />
        Assessment: {grader.correct ? 'correct' : 'not correct'}
      </h2>
      {grader.answer_checker_feedback !== '' && <p className={classes.judged}>{grader.answer_checker_feedback}</p>}
      {grader.skill_results.length > 0 ? (
        <ul aria-label="Skills">
          {grader.skill_results.map(({ name, points, correct }) => (
            <li key={name} className={classes.judged}>
              <CheckSign state={correct ? 'passed' : 'failed'} />
              {name} · {points} {points === 1 ? 'point' : 'points'}
            </li>
          ))}
        </ul>
      ) : (
        grader.skill_names.length > 0 && <p className={classes.judged}>Skills: {grader.skill_names.join(', ')}</p>
      )}
    </div>
  );
}
