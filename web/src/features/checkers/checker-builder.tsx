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
  /** Inserts a call at the cursor of the custom check; returns its line. */
  onInsert: (text: string) => number;
}

/** Builds checker calls: group, checker, arguments, and the resulting Python. */
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
          // Both handlers: pasting opens and narrows the list at once, and Enter must select its first entry.
          selectFirstOptionOnChange
          selectFirstOptionOnDropdownOpen
          nothingFoundMessage="No checker matches."
          data={inGroup.map((each) => each.name)}
          // The search also covers descriptions.
          filter={({ search }) => findCheckers(inGroup, ALL_CHECKERS, search).map((each) => ({ value: each.name, label: each.name }))}
          value={name}
          // The keyboard moves through the options, so the list needs no focus of its own.
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
