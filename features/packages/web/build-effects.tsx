import { counted } from '#platform/contract/counted.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import type { Build, TriedAnswers, VersionChange } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import classes from './packages.module.css';

/** Which versions a build changed, and which answers of the lesson fail with them. */
export function BuildEffects({ lessonId, build: { state, changed, answers } }: { lessonId: number; build: Build }) {
  if (state !== 'built') return null;
  return (
    <>
      {changed.length === 0 ? null : <p className={classes.effect}>{changedText(changed)}</p>}
      {answers === null ? null : answers.failing.length === 0 ? (
        <p className={classes.effect} role="status">
          {answersPassText(answers.total)}
        </p>
      ) : (
        <FailingAnswers lessonId={lessonId} answers={answers} />
      )}
    </>
  );
}

function FailingAnswers({ lessonId, answers: { total, failing } }: { lessonId: number; answers: TriedAnswers }) {
  return (
    <Banner kind="warning">
      {`${failing.length} of ${counted(total, 'answer')} ${failing.length === 1 ? 'fails its' : 'fail their'} own checks with these packages:`}
      <ul className={classes.failing}>
        {failing.map(({ screen_id, screen_sequence, passed_before }) => (
          <li key={screen_id}>
            <TextLink to="/lesson/$lessonId/screen/$screenId" params={{ lessonId, screenId: String(screen_id) }} inherit>
              Screen {screen_sequence}
            </TextLink>
            {beforeText(passed_before)}
          </li>
        ))}
      </ul>
      {MESSAGES.keepVersions}
    </Banner>
  );
}

function beforeText(passedBefore: boolean | null): string {
  if (passedBefore === null) return ', unknown before';
  return passedBefore ? ', which passed before' : ', which also failed before';
}

/** `Changed since the last build: pandas 2.2.3 → 3.1.1, six 1.17 (new).` */
export function changedText(changed: readonly VersionChange[]): string {
  const names = changed.map(({ name, from, to }) =>
    from === null ? `${name} ${to} (new)` : to === null ? `${name} (removed)` : `${name} ${from} → ${to}`,
  );
  return `Changed since the last build: ${names.join(', ')}.`;
}

function answersPassText(total: number): string {
  if (total === 0) return 'No screen has an answer to try.';
  return total === 1 ? 'The answer passes with these packages.' : `All ${total} answers pass with these packages.`;
}
