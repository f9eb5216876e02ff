import type { TaskVerdict } from './learner-calls.ts';
import shared from './shared.module.css';

/** The verdict on a submission; null: an assessment, graded at the end. */
export function Verdict({ verdict }: { verdict: TaskVerdict }) {
  if (verdict === null) return <p className={shared.said}>Submitted. You’ll see your result after you hand in.</p>;
  const failed = verdict.checks.filter(({ pass }) => !pass);
  return (
    <div className={shared.said} data-right={verdict.is_correct}>
      <VerdictText isCorrect={verdict.is_correct} />
      {failed.length === 0 ? null : (
        <ul>
          {failed.map(({ feedback, hints }, index) => (
            <li key={index}>
              {feedback ?? 'This is not correct yet.'}
              {hints.map((hint) => (
                <div key={hint}>Hint: {hint}</div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same words for questions and code. */
export function VerdictText({ isCorrect }: { isCorrect: boolean }) {
  return <strong>{isCorrect ? 'Correct.' : 'Not correct yet.'}</strong>;
}
