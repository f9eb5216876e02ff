import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checker } from '#contract/checkers.ts';
import type { Language } from '#contract/lessons.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { checkersQuery } from './api.ts';
import { CheckerForm } from './checker-form.tsx';
import classes from './checkers.module.css';
import { ALL_CHECKERS, checkerGroups, checkersFor, findCheckers } from './find-checkers.ts';
import { CHECKER_MESSAGES } from './messages.ts';

export interface CheckerBuilderProps {
  language: Language | null;
  isReadOnly: boolean;
  /** Puts a call into the custom check at the cursor; answers its line. */
  onInsert: (text: string) => number;
}

/** Builds calls of checkers (A §9): group, checker, its arguments, the Python that comes of it. */
export default function CheckerBuilder({ language, isReadOnly, onInsert }: CheckerBuilderProps) {
  const query = useQuery(checkersQuery);
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorBanner
        text={errorText(query.error, CHECKER_MESSAGES.notLoaded)}
        actions={
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      />
    ) : (
      <Skeleton height={32} animate={false} aria-label="Loading the checkers" />
    );
  }
  const checkers = checkersFor(query.data, language);
  if (checkers.length === 0) return <p className={classes.quiet}>{CHECKER_MESSAGES.noneForLanguage}</p>;
  return <Chooser checkers={checkers} isReadOnly={isReadOnly} onInsert={onInsert} />;
}

interface ChooserProps {
  checkers: readonly Checker[];
  isReadOnly: boolean;
  onInsert: (text: string) => number;
}

function Chooser({ checkers, isReadOnly, onInsert }: ChooserProps) {
  const [group, setGroup] = useState(ALL_CHECKERS);
  const [name, setName] = useState<string | null>(null);
  const inGroup = findCheckers(checkers, group, '');
  const byName = new Map(checkers.map((checker) => [checker.name, checker]));
  const checker = name === null ? undefined : byName.get(name);

  function chooseGroup(next: string | null) {
    setGroup(next ?? ALL_CHECKERS);
    if (checker && next !== ALL_CHECKERS && checker.group !== next) setName(null);
  }

  return (
    <>
      <div className={classes.choice}>
        <Select label="Group" data={checkerGroups(checkers)} value={group} allowDeselect={false} onChange={chooseGroup} />
        <Select
          label="Checker"
          placeholder={`Search ${inGroup.length} checkers`}
          searchable
          clearable
          // Both: a text that is pasted opens the list and narrows it at once, and Enter must take its first entry.
          selectFirstOptionOnChange
          selectFirstOptionOnDropdownOpen
          nothingFoundMessage="No checker matches."
          data={inGroup.map((each) => each.name)}
          // Words of the descriptions are found too.
          filter={({ search }) => findCheckers(inGroup, ALL_CHECKERS, search).map((each) => ({ value: each.name, label: each.name }))}
          value={name}
          // The list itself scrolls: the keyboard moves through it by its options.
          withScrollArea={false}
          styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
          renderOption={({ option }) => (
            <span className={classes.option}>
              <code>{option.value}</code>
              <small>{firstSentence(byName.get(option.value)?.description ?? '')}</small>
            </span>
          )}
          onChange={setName}
        />
      </div>
      {checker ? (
        <CheckerForm key={checker.name} checker={checker} isReadOnly={isReadOnly} onInsert={onInsert} />
      ) : (
        <p className={classes.quiet}>Choose a checker, fill in its arguments, and insert the call at the cursor.</p>
      )}
    </>
  );
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
