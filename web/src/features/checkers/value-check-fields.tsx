import { Radio, Textarea } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isTerminal } from '#contract/languages.ts';
import { patternProblem, readCheckValue, type SoughtValue } from '#contract/check-value.ts';
import type { Language } from '#contract/lessons.ts';
import type { ScreenFields } from '#contract/screens.ts';
import classes from './checkers.module.css';
import { CHECKER_MESSAGES } from './messages.ts';
import { type SearchResult, searchValue } from './search-value.ts';
import { type RunTexts, textsInScope } from './value-check.ts';

type Scope = ScreenFields['check_scope'];

interface ValueCheckFieldsProps {
  value: string | null;
  scope: Scope;
  language: Language | null;
  isReadOnly: boolean;
  onValue: (value: string | null) => void;
  onScope: (scope: Scope) => void;
  /** Of the last run, to try the value on; null: nothing was run. */
  texts: RunTexts | null;
}

/** The value that is looked for, where, and whether the last run holds it (product §6). */
export default function ValueCheckFields({ value, scope, language, isReadOnly, onValue, onScope, texts }: ValueCheckFieldsProps) {
  const sought = readCheckValue(value);
  const problem = patternProblem(sought);
  const commands = isTerminal(language) ? 'Commands' : 'Code';
  return (
    <div className={classes.value}>
      <Textarea
        label="Check value"
        description="A text that must be there as it is, or a regular expression between slashes: /total:?\s+\d+/i. A text that looks like an expression is tried as one, too. Empty: no value is checked."
        classNames={{ input: classes.code ?? '' }}
        autosize
        minRows={1}
        maxRows={12}
        spellCheck={false}
        readOnly={isReadOnly}
        value={value ?? ''}
        error={problem === null ? undefined : CHECKER_MESSAGES.badPattern(problem)}
        onChange={(event) => onValue(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
      <Radio.Group
        label="Where it is looked for"
        value={scope ?? 'either'}
        onChange={(next) => !isReadOnly && onScope(next === 'either' ? null : next)}
      >
        <div className={classes.scopes}>
          <Radio value="cmd" label={`${commands} of the learner`} disabled={isReadOnly} />
          <Radio value="stdout" label="Output" disabled={isReadOnly} />
          <Radio value="either" label="Either" disabled={isReadOnly} />
        </div>
      </Radio.Group>
      {sought !== null && problem === null && (
        <p className={classes.trial} role="status">
          {texts === null ? (
            'Run the answer to try the value on it.'
          ) : (
            <Trial key={JSON.stringify([value, scope, texts.runId])} sought={sought} scope={scope} texts={texts} />
          )}
        </p>
      )}
    </div>
  );
}

const RESULTS = {
  found: { Icon: IconCheck, text: 'The last run holds it.' },
  'not-found': { Icon: IconX, text: 'The last run does not hold it.' },
  'too-slow': { Icon: IconHourglass, text: 'Looking for it takes too long: the pattern tries too many ways to match.' },
  failed: { Icon: IconX, text: 'It could not be looked for here. A run that checks tells.' },
} as const;

/** Whether the last run holds the value. One for each value, place and run. */
function Trial({ sought, scope, texts }: { sought: SoughtValue; scope: Scope; texts: RunTexts }) {
  const [result, setResult] = useState<SearchResult | null>(null);
  const [task] = useState({ sought, looked: textsInScope(scope, texts) });
  useEffect(() => {
    const search = new AbortController();
    void searchValue(task.sought, task.looked, search.signal).then(setResult);
    return () => search.abort();
  }, [task]);
  if (result === null) return 'Looking…';
  const { Icon, text } = RESULTS[result];
  return (
    <>
      <Icon size={15} aria-hidden data-result={result} />
      {text}
    </>
  );
}
