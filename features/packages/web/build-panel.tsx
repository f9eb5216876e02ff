import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useStopBuild, type BuildProgress } from './api.ts';
import { BuildEffects } from './build-effects.tsx';
import { type BuildProblem, explainBuildError } from './explain-build-error.ts';
import { MESSAGES, shortState } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './packages.module.css';

/** The state of the build, its error, its log and Stop. */
export function BuildPanel({ lessonId, progress, isReadOnly }: { lessonId: number; progress: BuildProgress; isReadOnly: boolean }) {
  const { build, log } = progress;
  const stopping = useStopBuild(lessonId);
  if (build.id === null) return null;
  const isGoingOn = build.state === 'in_progress';
  const at = isGoingOn ? build.started_at : build.finished_at;
  return (
    <div className={classes.build}>
      <div className={classes.buildLine}>
        <span>
          <strong>{shortState(build.state)}</strong>
          {at === null ? null : (
            <>
              {' · '}
              {isGoingOn ? 'since ' : null}
              <RelativeTime at={at} />
            </>
          )}
          {build.started_by === null ? null : ` · ${build.started_by}`}
        </span>
        {isGoingOn && !isReadOnly ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            loading={stopping.isPending}
            onClick={() => stopping.mutate()}
          >
            Stop
          </Button>
        ) : null}
      </div>
      <ErrorBanner text={stopping.isError ? errorText(stopping.error, MESSAGES.stopFailed) : null} />
      {build.error === null ? null : <Failure {...explainBuildError(build.error)} />}
      {/* Remounted when the build ends, so that it is only open while there is something to watch. */}
      <details key={`${build.id} ${isGoingOn}`} open={isGoingOn} className={classes.details}>
        <summary>Build log</summary>
        <Log text={log === '' ? (isGoingOn ? MESSAGES.waitingForLog : MESSAGES.logKept) : log} />
      </details>
      <BuildEffects lessonId={lessonId} build={build} />
      {build.installed.length === 0 ? null : (
        <details className={classes.details}>
          <summary>{`Installed: ${counted(build.installed.length, 'package')}`}</summary>
          <ul className={classes.installed}>
            {build.installed.map(({ name, version }) => (
              <li key={name}>{`${name} ${version}`}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Failure({ text, details }: BuildProblem) {
  return (
    <>
      <p className={classes.problem} role="alert">
        {text}
      </p>
      {details !== null && (
        <details className={classes.details}>
          <summary>Details</summary>
          <pre className={`${layout.codeBox} ${classes.error}`}>{details}</pre>
        </details>
      )}
    </>
  );
}

/** Follows the end until the user scrolls up. */
function Log({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (element.current && isAtEnd.current) element.current.scrollTop = element.current.scrollHeight;
  });
  return (
    <pre
      ref={element}
      role="log"
      aria-label="Build log"
      {...KEYBOARD_SCROLL}
      className={`${layout.codeBox} ${classes.log}`}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
      }}
    >
      {text}
    </pre>
  );
}
