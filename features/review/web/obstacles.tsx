import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { failingTestText, mergeObstacles, openCommentText, preflightObstacles, type MergeGate } from '../merge-gate.policy.ts';
import { FoldedList } from './folded-list.tsx';
import { MESSAGES } from './messages.ts';
import { UpdateFromMain } from './update-from-main.tsx';
import classes from './pull-requests.module.css';

/** What blocks the merge, or that the pull request is merged and how staff go on. */
export function Obstacles({ pull, isStaff, isClosed }: { pull: PullRequest; isStaff: boolean; isClosed: boolean }) {
  // What one presses is below it, in the same window.
  const atFirst = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false }) ? 0 : 3;
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
          <FoldedList
            className={classes.conflicts}
            atFirst={atFirst}
            items={pull.conflicts.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          />
        </Banner>
      ) : null}
      {pull.conflicts.length === 0 && pull.is_mergeable === false ? <Banner kind="warning">{MESSAGES.notMergeable}</Banner> : null}
      {pull.status === 'Changes requested' ? <Banner kind="warning">{MESSAGES.changesRequested}</Banner> : null}
      <GateBanner gate={pull.gate} preflightOf={isStaff ? pull.release_id : null} atFirst={atFirst} />
      {pull.unpushed > 0 ? <Banner kind="info">{MESSAGES.unpushed(pull.unpushed)}</Banner> : null}
      {pull.is_local ? null : <Banner kind="info">{MESSAGES.elsewhere}</Banner>}
    </>
  );
}

interface GateBannerProps {
  gate: MergeGate | null;
  /** The release whose preflight the reader may open; null: external authors may not. */
  preflightOf: number | null;
  atFirst: number;
}

/** What the merge still requires; mandatory comments link to their screen. */
function GateBanner({ gate, preflightOf, atFirst }: GateBannerProps) {
  if (gate === null || mergeObstacles(gate).length === 0) return null;
  return (
    <Banner kind="warning">
      {MESSAGES.gate} <FoldedList className={classes.conflicts} atFirst={atFirst} items={gateItems(gate, preflightOf)} />
    </Banner>
  );
}

function gateItems(gate: MergeGate, preflightOf: number | null): ReactNode[] {
  const others = mergeObstacles({
    ...gate,
    open_comments: [],
    failing_tests: [],
    preflight: { ...gate.preflight, errors: 0, deploy_errors: 0, unchecked: 0 },
  });
  return [
    ...gate.open_comments.map((comment) => (
      <ScreenItem key={`comment ${comment.id}`} text={openCommentText(comment)} place={comment} comment={comment.id} />
    )),
    ...gate.failing_tests.map((test) => (
      <ScreenItem key={`test ${test.screen_id} ${test.description}`} text={failingTestText(test)} place={test} />
    )),
    ...preflightObstacles(gate.preflight).map((text) => (
      <li key={text}>
        {text}{' '}
        {preflightOf === null ? null : (
          <Link to="/releases/$releaseId/preflight" params={{ releaseId: preflightOf }} search={{ severity: 'error' }}>
            {MESSAGES.openPreflight}
          </Link>
        )}
      </li>
    )),
    ...others.map((text) => <li key={text}>{text}</li>),
  ];
}

interface ScreenItemProps {
  text: string;
  place: { lesson_id: number; screen_id: number };
  /** The comment that it is about. */
  comment?: number;
}

function ScreenItem({ text, place, comment }: ScreenItemProps) {
  return (
    <li>
      {text}{' '}
      <Link
        to="/lesson/$lessonId/screen/$screenId"
        params={{ lessonId: place.lesson_id, screenId: String(place.screen_id) }}
        search={comment === undefined ? {} : { comment }}
      >
        {comment === undefined ? MESSAGES.openScreen : MESSAGES.openComment}
      </Link>
    </li>
  );
}
