import type { PreviewCheck } from '#contract/previews.ts';
import shared from './shared.module.css';

/** The verdict on a submission; null: an assessment, graded at the end. */
export function Verdict({ verdict }: { verdict: { is_correct: boolean; checks: readonly PreviewCheck[] } | null }) {
  if (verdict === null) return <p className={shared.said}>Submitted. You’ll see your result after you hand in.</p>;
  const failed = verdict.checks.filter(({ pass }) => !pass);
  return (
    <div className={shared.said} data-right={verdict.is_correct}>
      <strong>{verdict.is_correct ? 'Correct.' : 'Not correct yet.'}</strong>
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
