import { Link } from '@tanstack/react-router';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { failingTestText, mergeObstacles, openCommentText, preflightObstacles, type MergeGate } from '../merge-gate.policy.ts';
import { MESSAGES } from './messages.ts';
import { UpdateFromMain } from './update-from-main.tsx';
import classes from './pull-requests.module.css';

/** What blocks the merge, or that the pull request is merged and how staff go on. */
export function Obstacles({ pull, isStaff, isClosed }: { pull: PullRequest; isStaff: boolean; isClosed: boolean }) {
  if (pull.state === 'merged') {
    const next = isClosed ? MESSAGES.mergedClosed : MESSAGES.mergedOpen;
    return <Banner kind="success">{isStaff ? `${MESSAGES.merged} ${next}` : MESSAGES.merged}</Banner>;
  }
  if (pull.state !== 'open') return null;
  return (
    <>
      {pull.conflicts.length > 0 ? (
        <Banner kind="warning" actions={isStaff ? <UpdateFromMain releaseId={pull.release_id} /> : null}>
          {MESSAGES.conflicts(pull.conflicts.length)}
          <ul className={classes.conflicts}>
            {pull.conflicts.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {pull.conflicts.length === 0 && pull.is_mergeable === false ? <Banner kind="warning">{MESSAGES.notMergeable}</Banner> : null}
      {pull.status === 'Changes requested' ? <Banner kind="warning">{MESSAGES.changesRequested}</Banner> : null}
      <GateBanner gate={pull.gate} releaseId={pull.release_id} />
      {pull.unpushed > 0 ? <Banner kind="info">{MESSAGES.unpushed(pull.unpushed)}</Banner> : null}
      {pull.is_local ? null : <Banner kind="info">{MESSAGES.elsewhere}</Banner>}
    </>
  );
}

/** What the merge still requires; mandatory comments link to their screen. */
function GateBanner({ gate, releaseId }: { gate: MergeGate | null; releaseId: number }) {
  if (gate === null || mergeObstacles(gate).length === 0) return null;
  return (
    <Banner kind="warning">
      {MESSAGES.gate}
      <ul className={classes.conflicts}>
        {gate.open_comments.map((comment) => (
          <li key={comment.id}>
            {openCommentText(comment)}{' '}
            <Link to="/lesson/$lessonId/screen/$screenId" params={{ lessonId: comment.lesson_id, screenId: String(comment.screen_id) }}>
              {MESSAGES.openComment}
            </Link>
          </li>
        ))}
        {gate.failing_tests.map((test) => (
          <li key={`${test.screen_id} ${test.description}`}>
            {failingTestText(test)}{' '}
            <Link to="/lesson/$lessonId/screen/$screenId" params={{ lessonId: test.lesson_id, screenId: String(test.screen_id) }}>
              {MESSAGES.openComment}
            </Link>
          </li>
        ))}
        {preflightObstacles(gate.preflight).map((text) => (
          <li key={text}>
            {text}{' '}
            <Link to="/releases/$releaseId/preflight" params={{ releaseId }} search={{ severity: 'error' }}>
              {MESSAGES.openPreflight}
            </Link>
          </li>
        ))}
        {mergeObstacles({
          ...gate,
          open_comments: [],
          failing_tests: [],
          preflight: { ...gate.preflight, errors: 0, deploy_errors: 0, unchecked: 0 },
        }).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
