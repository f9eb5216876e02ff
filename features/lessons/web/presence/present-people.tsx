import { Tooltip } from '@mantine/core';
import { initials } from '#platform/web/ui/initials.ts';
import { placeText } from './location-text.ts';
import type { Present } from './use-presence.ts';
import classes from '../lesson-parts.module.css';

/** Maximum number of initials beside a title; the rest are counted. */
const SHOWN = 4;

interface PresentPeopleProps {
  people: readonly Present[];
  screens: readonly { readonly id: number; readonly sequence: number }[];
  /** The viewer's screen; null: the lesson page. */
  screenId: number | null;
  /** Accessible name of the list. */
  label?: string;
}

/** The other people in this lesson by their initials; those on the same screen come first and are marked. */
export function PresentPeople({ people, screens, screenId, label = 'Also in this lesson' }: PresentPeopleProps) {
  if (people.length === 0) return null;
  const isHere = (person: Present) => person.screen_id === screenId;
  const sorted = [...people.filter(isHere), ...people.filter((person) => !isHere(person))];
  const rest = sorted.slice(SHOWN);
  const describe = (person: Present) => `${person.name}, ${placeText(person, screens, screenId)}`;
  return (
    <ul className={classes.people} aria-label={label}>
      {sorted.slice(0, SHOWN).map((person) => (
        <li key={person.id}>
          <Initials text={initials(person.name)} label={describe(person)} isHere={isHere(person)} />
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Initials text={`+${rest.length}`} label={rest.map(describe).join('; ')} isHere={false} />
        </li>
      )}
    </ul>
  );
}

function Initials({ text, label, isHere }: { text: string; label: string; isHere: boolean }) {
  return (
    <Tooltip label={label} withArrow multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.person} data-here={isHere || undefined} role="img" aria-label={label}>
        {text}
      </span>
    </Tooltip>
  );
}
