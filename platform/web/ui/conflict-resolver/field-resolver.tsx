import { Button, Textarea, Title, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Region } from '#platform/content/merge.ts';
import { diffWords } from '#platform/content/word-diff.ts';
import { ChangedWords } from '../changed-words.tsx';
import { canHaveBoth, resolvedValue, textSoFar, type Choice, type Resolution, type SideNames, type Versions } from './resolution.ts';
import layout from '../layout.module.css';
import classes from './conflict-resolver.module.css';

/** A value that is not text, formatted for people: lists and maps by line, booleans as Yes and No. */
function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(shownValue).join('\n');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, item]) => `${key.replaceAll('_', ' ')}: ${shownValue(item)}`)
      .join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface ChoiceButtonsProps {
  /** What the choice is about. */
  name: string;
  choice: Choice | undefined;
  names: SideNames;
  withBoth: boolean;
  onChoose: (choice: Choice) => void;
}

/** Use mine, theirs or both; the chosen one is marked by more than colour. */
function ChoiceButtons({ name, choice, names, withBoth, onChoose }: ChoiceButtonsProps) {
  const options: [Choice, string][] = [
    ['mine', names.mine.use],
    ['theirs', names.theirs.use],
    ...(withBoth ? ([['both', 'Use both']] satisfies [Choice, string][]) : []),
  ];
  return (
    <Group gap="xs" role="group" aria-label={name}>
      {options.map(([value, label]) => (
        <Button
          key={value}
          size="xs"
          variant={choice === value ? 'filled' : 'default'}
          aria-pressed={choice === value}
          leftSection={choice === value ? <IconCheck size={14} aria-hidden /> : null}
          onClick={() => onChoose(value)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

interface FieldResolverProps {
  label: string;
  versions: Versions;
  regions: readonly Region[] | null;
  names: SideNames;
  resolution: Resolution;
  onChange: (resolution: Resolution) => void;
}

/** Unchanged lines shown around a conflict. */
const CONTEXT_LINES = 3;

/** One field: its conflicts with the earlier text, mine and theirs side by side. */
export function FieldResolver({ label, versions, regions, names, resolution, onChange }: FieldResolverProps) {
  const choose = (index: number, choice: Choice) => onChange({ choices: { ...resolution.choices, [index]: choice }, edited: null });
  const isDecided = resolvedValue(versions, regions, resolution) !== undefined;
  return (
    <section className={classes.field} aria-label={label} data-decided={isDecided || undefined}>
      <div className={classes.fieldTop}>
        <Title order={3}>{label}</Title>
        {regions === null ? null : (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => onChange({ ...resolution, edited: resolution.edited === null ? textSoFar(regions, resolution.choices) : null })}
          >
            {resolution.edited === null ? 'Edit the result' : 'Choose instead'}
          </Button>
        )}
      </div>
      {resolution.edited !== null ? (
        <Textarea
          label={`Result of ${label}`}
          autosize
          minRows={3}
          maxRows={24}
          classNames={{ input: classes.result ?? '' }}
          value={resolution.edited}
          onChange={(event) => onChange({ ...resolution, edited: event.currentTarget.value })}
        />
      ) : null}
      {regions === null ? (
        <Sides
          name={label}
          base={shownValue(versions.base)}
          mine={shownValue(versions.mine)}
          theirs={shownValue(versions.theirs)}
          names={names}
          choice={resolution.choices[0]}
          withBoth={canHaveBoth(versions)}
          isEdited={false}
          onChoose={(choice) => choose(0, choice)}
        />
      ) : (
        regions.map((region, index) => (
          <Fragment key={index}>
            {region.kind === 'conflict' ? (
              <Sides
                name={`${label}, line ${lineOf(regions, index)}`}
                base={region.base.join('\n')}
                mine={region.mine.join('\n')}
                theirs={region.theirs.join('\n')}
                names={names}
                choice={resolution.choices[index]}
                withBoth
                isEdited={resolution.edited !== null}
                onChoose={(choice) => choose(index, choice)}
              />
            ) : (
              <Settled region={region} isFirst={index === 0} isLast={index === regions.length - 1} />
            )}
          </Fragment>
        ))
      )}
    </section>
  );
}

interface SidesProps {
  name: string;
  base: string;
  mine: string;
  theirs: string;
  names: SideNames;
  choice: Choice | undefined;
  withBoth: boolean;
  /** The result was edited by hand, so a choice would overwrite it. */
  isEdited: boolean;
  onChoose: (choice: Choice) => void;
}

function Sides({ name, base, mine, theirs, names, choice, withBoth, isEdited, onChoose }: SidesProps) {
  const chosen = isEdited ? undefined : choice;
  return (
    <div className={layout.stack}>
      <div className={classes.sides}>
        <Side title="Before" text={base} base="" isChosen={false} />
        <Side title={names.mine.title} text={mine} base={base} isChosen={chosen === 'mine' || chosen === 'both'} />
        <Side title={names.theirs.title} text={theirs} base={base} isChosen={chosen === 'theirs' || chosen === 'both'} />
      </div>
      {isEdited ? null : <ChoiceButtons name={name} choice={choice} names={names} withBoth={withBoth} onChoose={onChoose} />}
    </div>
  );
}

/** Words that `base` doesn't have are marked. */
function Side({ title, text, base, isChosen }: { title: string; text: string; base: string; isChosen: boolean }) {
  return (
    <div className={classes.side} data-chosen={isChosen || undefined}>
      <div className={classes.sideTitle}>{title}</div>
      <pre className={classes.text}>
        {text === '' ? <em>(empty)</em> : base === '' ? text : <ChangedWords runs={diffWords(base, text)} side="after" />}
      </pre>
    </div>
  );
}

/** Unchanged lines; long stretches are cut to those next to a conflict. */
function Settled({ region, isFirst, isLast }: { region: Region; isFirst: boolean; isLast: boolean }) {
  const lines = region.kind === 'theirs' ? region.theirs : region.mine;
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  const left = lines.length - head - tail;
  const shown = left > 1 ? [...lines.slice(0, head), `… ${left} more lines`, ...lines.slice(lines.length - tail)] : lines;
  return <pre className={classes.settled}>{shown.join('\n')}</pre>;
}

/** First line of a region in my version, counted from 1. */
function lineOf(regions: readonly Region[], index: number): number {
  return regions.slice(0, index).reduce((lines, region) => lines + region.mine.length, 1);
}
