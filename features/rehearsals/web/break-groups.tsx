import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import type { BreakGroup, RehearsedScreen, RunDifference } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { rehearsedScreenQuery } from './queries.ts';
import { headingOf, KIND_LABELS, markedLines } from './rehearsal-rules.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './rehearsals.module.css';

interface BreakGroupsProps {
  rehearsalId: number;
  groups: readonly BreakGroup[];
}

/** Screens of a group that are shown before all of them are asked for. */
const FIRST = 5;

/** What differs, by its cause. */
export function BreakGroups({ rehearsalId, groups }: BreakGroupsProps) {
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <Group key={group.key} rehearsalId={rehearsalId} group={group} />
      ))}
    </div>
  );
}

function Group({ rehearsalId, group }: { rehearsalId: number; group: BreakGroup }) {
  const [isWhole, setWhole] = useState(false);
  const heading = useId();
  const { label, color } = KIND_LABELS[group.kind];
  const shown = isWhole ? group.screens : group.screens.slice(0, FIRST);
  return (
    <section className={classes.group} aria-labelledby={heading}>
      <div className={layout.wrapCentered}>
        <Badge color={color}>{label}</Badge>
        <h2 id={heading}>{group.title}</h2>
        <span className={layout.note}>{counted(group.screens.length, 'screen')}</span>
      </div>
      <ul className={layout.plainList}>
        {shown.map((screen) => (
          <Screen key={screen.screen_id} rehearsalId={rehearsalId} screen={screen} />
        ))}
      </ul>
      {shown.length < group.screens.length ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setWhole(true)}>
            Show all {group.screens.length}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Screen({ rehearsalId, screen }: { rehearsalId: number; screen: RehearsedScreen }) {
  const [isOpen, setOpen] = useState(false);
  const { lesson_id: lessonId, lesson_sequence, lesson_title, screen_id, screen_sequence, screen_title } = screen;
  const name = `${lesson_sequence} ${lesson_title || 'Untitled'} · ${screen_sequence}. ${screen_title || 'Untitled'}`;
  return (
    <li className={classes.screen}>
      <div className={layout.wrapCentered}>
        <TextLink size="sm" to="/lesson/$lessonId/screen/$screenId" params={{ lessonId, screenId: String(screen_id) }}>
          {name}
        </TextLink>
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} aria-label={`Compare ${name}`} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Compare'}
        </Button>
      </div>
      {isOpen ? <Differences rehearsalId={rehearsalId} screenId={screen_id} /> : null}
    </li>
  );
}

function Differences({ rehearsalId, screenId }: { rehearsalId: number; screenId: number }) {
  const loaded = useQuery(rehearsedScreenQuery(rehearsalId, screenId));
  return (
    <div className={classes.differences}>
      <ErrorBanner text={loaded.isError ? failureText(loaded.error, MESSAGES.differencesFailed) : null} />
      {loaded.isPending ? <p className={layout.dimmed}>Loading…</p> : null}
      {loaded.data?.differences.map((difference) => (
        <Difference key={`${difference.what} ${difference.name}`} difference={difference} />
      ))}
    </div>
  );
}

function Difference({ difference }: { difference: RunDifference }) {
  const { what, today, candidate } = difference;
  const heading = headingOf(difference);
  const isPicture = what === 'plot';
  return (
    <div className={classes.difference} role="group" aria-label={heading}>
      <h3>{heading}</h3>
      <Side title="Today" heading={heading} text={today} other={candidate} isPicture={isPicture} />
      <Side title="Upgraded" heading={heading} text={candidate} other={today} isPicture={isPicture} />
    </div>
  );
}

interface SideProps {
  title: string;
  heading: string;
  text: string;
  other: string;
  isPicture: boolean;
}

function Side({ title, heading, text, other, isPicture }: SideProps) {
  return (
    <div className={classes.side}>
      <div className={layout.note}>{title}</div>
      {text.trim() === '' ? (
        <p className={layout.dimmed}>Nothing</p>
      ) : isPicture ? (
        <img src={`data:image/png;base64,${text}`} alt={`${heading}, ${title.toLowerCase()}`} />
      ) : (
        // Wide output scrolls, also with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={layout.codeBox} tabIndex={0} aria-label={`${heading}, ${title.toLowerCase()}`}>
          {markedLines(text, other).map((line, index) => (
            <span key={index} data-own={line.isOwn || undefined}>
              {line.text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}
