import { useLayoutEffect, useRef } from 'react';
import { TextLink } from '#platform/web/ui/links.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { DeployLine } from '../../contract/deploys.ts';
import { MESSAGES } from './messages.ts';
import classes from './deploys.module.css';

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const LEVEL = { info: '', warning: 'Warning: ', error: 'Error: ' } as const;

/** The log of a build; a line about a screen links to it. Follows the end until the user scrolls up. */
export function DeployLog({ lessonId, lines }: { lessonId: number; lines: readonly DeployLine[] }) {
  const element = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (element.current && isAtEnd.current) element.current.scrollTop = element.current.scrollHeight;
  });
  return (
    <div
      ref={element}
      role="log"
      aria-label="Log of the deploy"
      {...KEYBOARD_SCROLL}
      className={classes.log}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
      }}
    >
      {lines.length === 0 ? <p>{MESSAGES.noLog}</p> : null}
      {lines.map((line, index) => (
        <p key={index} data-level={line.level}>
          <time dateTime={line.at}>{time.format(new Date(line.at))}</time>
          <span>
            {LEVEL[line.level]}
            {line.text}{' '}
            {line.screen_id === null ? null : (
              <TextLink
                to="/lesson/$lessonId/screen/$screenId"
                params={{ lessonId, screenId: String(line.screen_id) }}
                underline="always"
                inherit
              >
                Open screen
              </TextLink>
            )}
          </span>
        </p>
      ))}
    </div>
  );
}
