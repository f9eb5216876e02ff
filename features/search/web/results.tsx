import { type KeyboardEvent, memo, useDeferredValue } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { TextLink } from '#platform/web/ui/links.tsx';
import { RowBadge } from '#platform/web/ui/row-badge.tsx';
import type { SearchGroup, SearchMatch } from '../contract/search.ts';
import { matchLink } from './match-link.ts';
import { keyOf } from './queries.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './search.module.css';

/** Moves from result to result with the arrow keys. Above the first one is the search box. */
export function moveInResults(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-search-stop]')];
  const at = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  (next.matches('a, input') ? next : next.querySelector<HTMLElement>('input'))?.focus();
}

/** More matches than fit into a window. */
const FIRST_MATCHES = 20;

/** The matches by lesson, course and path: those at the top at once, and the others after these are painted. */
export function Results({ groups }: { groups: readonly SearchGroup[] }) {
  const painted = useDeferredValue(groups);
  return groups.slice(0, countShown(groups, painted)).map((group) => <Group key={keyOf(group)} group={group} />);
}

/** How many groups are shown at once: those at the top, and those that are shown already, so that nothing jumps when more are added. */
export function countShown(groups: readonly SearchGroup[], painted: readonly SearchGroup[]): number {
  if (groups === painted) return groups.length;
  let shown = 0;
  for (let matches = 0; shown < groups.length && matches < FIRST_MATCHES; shown++) matches += groups[shown]?.matches.length ?? 0;
  const isPainted = (group: SearchGroup, at: number) => painted[at] !== undefined && keyOf(painted[at]) === keyOf(group);
  const first = groups.findIndex((group, at) => !isPainted(group, at));
  return Math.max(shown, first === -1 ? groups.length : first);
}

// A key in the search box renders the page; what was found stays as it is.
const Group = memo(function Group({ group }: { group: SearchGroup }) {
  const { kind, sequence, title, release_name, is_main, count, matches } = group;
  const name = `${sequence} ${title}`.trim();
  const places = Map.groupBy(matches, placeName);
  return (
    <section className={classes.group} aria-label={`${name}, ${release_name}`}>
      <h2 className={`${layout.groupHead} ${classes.groupName}`}>
        <span>{kind === 'lesson' ? name : `${kind === 'course' ? 'Course' : 'Path'} ${name}`}</span>
        <RowBadge color="draft">{release_name}</RowBadge>
        {is_main ? <RowBadge color="success">Published</RowBadge> : null}
        <span className={classes.count}>{counted(count, 'match', 'matches')}</span>
      </h2>
      {[...places].map(([place, own]) => (
        <div key={place} className={classes.place}>
          {place === '' ? null : <h3 className={classes.placeName}>{place}</h3>}
          <ul className={layout.plainList}>
            {own.map((match) => (
              <li key={`${match.place.document} ${match.place.id} ${match.place.field} ${match.place.from}`}>
                <Match match={match} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {count > matches.length ? (
        <p className={classes.rest}>
          {counted(count - matches.length, 'more match', 'more matches')} here.{' '}
          {kind === 'lesson' ? (
            <TextLink to="/search" search={(now) => ({ ...now, lessons: String(group.id) })}>
              Search only this lesson
            </TextLink>
          ) : null}
        </p>
      ) : null}
    </section>
  );
});

function placeName({ screen_sequence, screen_title }: SearchMatch): string {
  if (screen_sequence === null) return '';
  return screen_title ? `Screen ${screen_sequence}, ${screen_title}` : `Screen ${screen_sequence}`;
}

function Match({ match }: { match: SearchMatch }) {
  const { label, place, before, match: found, after, line_before, line_after } = match;
  return (
    <MatchAnchor match={match}>
      <span className={classes.where}>
        {label}
        {place.field === 'title' || place.document === 'comment' ? null : `, line ${place.line}`}
      </span>
      <span className={classes.lines}>
        {line_before === null ? null : <span className={classes.around}>{shortened(line_before)}</span>}
        <span className={classes.line}>
          {before}
          <mark>{found}</mark>
          {after}
        </span>
        {line_after === null ? null : <span className={classes.around}>{shortened(line_after)}</span>}
      </span>
    </MatchAnchor>
  );
}

function MatchAnchor({ match, children }: { match: SearchMatch; children: React.ReactNode }) {
  const link = matchLink(match);
  const shared = { className: classes.match ?? '', 'data-search-stop': true, preload: false as const };
  switch (link.to) {
    case 'screen':
      return (
        <TextLink
          {...shared}
          to="/lesson/$lessonId/screen/$screenId"
          params={{ lessonId: link.lessonId, screenId: String(link.screenId) }}
          search={link.search}
        >
          {children}
        </TextLink>
      );
    case 'tests':
      return (
        <TextLink {...shared} to="/lesson/$lessonId/tests" params={{ lessonId: link.lessonId }}>
          {children}
        </TextLink>
      );
    case 'lesson':
      return (
        <TextLink {...shared} to="/lesson/$lessonId" params={{ lessonId: link.lessonId }} search={{ tab: link.tab }}>
          {children}
        </TextLink>
      );
    case 'course':
      return (
        <TextLink {...shared} to="/course/$courseId" params={{ courseId: link.courseId }}>
          {children}
        </TextLink>
      );
    case 'path':
      return (
        <TextLink {...shared} to="/track/$trackId" params={{ trackId: link.pathId }}>
          {children}
        </TextLink>
      );
  }
}

/** A line beside a match is there to recognize the place, not to be read. */
const LONGEST_AROUND = 100;

function shortened(line: string): string {
  return line.length > LONGEST_AROUND ? `${line.slice(0, LONGEST_AROUND).toWellFormed().trimEnd()}…` : line;
}
