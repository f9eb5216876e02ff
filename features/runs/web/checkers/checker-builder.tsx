import { Select, Skeleton } from '@mantine/core';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '#platform/contract/languages.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { Checker } from '../../contract/checkers.ts';
import { type ArgumentValues, startValues } from './argument-value.ts';
import { CheckerForm } from './checker-form.tsx';
import { checkerLabel, firstSentence } from './checker-labels.ts';
import { CHECKER_MESSAGES } from './messages.ts';
import type { CheckedScreen } from './try-check.ts';
import { type AnswerRun, VariableChecks } from './variable-checks.tsx';
import classes from './checkers.module.css';

/** The group of all checkers. */
const ALL_CHECKERS = 'All';

/** The checkers available for a language, by name. */
function checkersFor(checkers: readonly Checker[], language: Language | null): Checker[] {
  return checkers
    .filter((checker) => (checker.language as readonly string[]).includes(language ?? ''))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The groups, `All` first. */
function checkerGroups(checkers: readonly Checker[]): string[] {
  return [ALL_CHECKERS, ...new Set(checkers.map((checker) => checker.group).sort((a, b) => a.localeCompare(b)))];
}

/** Checkers of a group that match every search word in name or description; name matches come first. */
function findCheckers(checkers: readonly Checker[], group: string, search: string): Checker[] {
  const words = search
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  const inGroup = checkers.filter((checker) => group === ALL_CHECKERS || checker.group === group);
  const isIn = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = inGroup.filter((checker) => isIn(checker.name));
  return [...named, ...inGroup.filter((checker) => !isIn(checker.name) && isIn(`${checker.name} ${checker.description}`))];
}

/** All pycheck checkers. They only change with a new version of the product, so one fetch is enough. */
const checkersQuery = queryOptions({
  queryKey: ['checkers'],
  queryFn: ({ signal }) => api.listCheckers(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface CheckerBuilderProps {
  language: Language | null;
  isReadOnly: boolean;
  screen: CheckedScreen;
  answerRun: AnswerRun;
  /** The check code as it is now. */
  readCode: () => string;
  /** Inserts a call at the cursor of the custom check; returns its line. */
  onInsert: (text: string) => number;
}

/** Builds checker calls: from a variable of the answer, or by group, checker and arguments. */
export default function CheckerBuilder({ language, answerRun, readCode, ...rest }: CheckerBuilderProps) {
  const query = useQuery(checkersQuery);
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorBanner text={errorText(query.error, CHECKER_MESSAGES.notLoaded)} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={32} animate={false} role="status" aria-label="Loading the checkers" />
    );
  }
  const checkers = checkersFor(query.data, language);
  if (checkers.length === 0) return <p className={classes.quiet}>{CHECKER_MESSAGES.noneForLanguage}</p>;
  const ofVariables = checkers.some(({ name }) => name === 'variable_value');
  return (
    <>
      {ofVariables && <VariableChecks run={answerRun} readCode={readCode} isReadOnly={rest.isReadOnly} onInsert={rest.onInsert} />}
      <Chooser checkers={checkers} {...rest} />
    </>
  );
}

interface ChooserProps extends Pick<CheckerBuilderProps, 'isReadOnly' | 'screen' | 'onInsert'> {
  checkers: readonly Checker[];
}

function Chooser({ checkers, ...rest }: ChooserProps) {
  /** The values entered for each checker. They stay when another one is chosen. */
  const [entered, setEntered] = useState<Readonly<Record<string, ArgumentValues>>>({});
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
          // Choosing the chosen one again keeps it.
          allowDeselect={false}
          // Both handlers: pasting opens and narrows the list at once, and Enter must select its first entry.
          selectFirstOptionOnChange
          selectFirstOptionOnDropdownOpen
          nothingFoundMessage="No checker matches."
          data={inGroup.map(toOption)}
          // The search also covers descriptions.
          filter={({ search }) => findCheckers(inGroup, ALL_CHECKERS, search === checkerLabel(name ?? '') ? '' : search).map(toOption)}
          value={name}
          // The keyboard moves through the options, so the list itself needs no focus.
          withScrollArea={false}
          styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
          renderOption={({ option }) => (
            <span className={classes.option}>
              <span>
                {option.label} <code>{option.value}</code>
              </span>
              <small>{firstSentence(byName.get(option.value)?.description ?? '')}</small>
            </span>
          )}
          onChange={setName}
        />
      </div>
      {checker ? (
        <CheckerForm
          key={checker.name}
          checker={checker}
          values={entered[checker.name] ?? startValues(checker.arguments)}
          onValues={(values) => setEntered({ ...entered, [checker.name]: values })}
          {...rest}
        />
      ) : (
        <p className={classes.quiet}>Or choose a checker, fill in its arguments, and insert the call at the cursor.</p>
      )}
    </>
  );
}

function toOption({ name }: Checker): { value: string; label: string } {
  return { value: name, label: checkerLabel(name) };
}
