import { Radio, Textarea } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { canCheckCustom, isTerminal, type Language, LANGUAGES } from '#platform/contract/languages.ts';
import { GuideLink } from '#platform/web/ui/guide-link.tsx';
import { patternProblem, readCheckValue, type ParsedCheckValue } from '../../contract/check-value.ts';
import { judgeValue, type ValueTexts, valueTexts } from '../../rules/value-check.ts';
import { CHECKER_MESSAGES } from './messages.ts';
import { type SearchResult, searchValue } from './search-value.ts';
import classes from './checkers.module.css';

type Scope = ScreenFields['check_scope'];

interface RunTexts extends Omit<ValueTexts, 'answer'> {
  readonly runId: string;
}

interface ValueCheckFieldsProps {
  value: string | null;
  scope: Scope;
  language: Language | null;
  isReadOnly: boolean;
  onValue: (value: string | null) => void;
  onScope: (scope: Scope) => void;
  /** Texts of the last run to test the value on; null: no run yet. */
  texts: RunTexts | null;
  readAnswer: () => string;
}

/** The value to look for, where to search, and whether the last run contains it. */
export default function ValueCheckFields({
  value,
  scope,
  language,
  isReadOnly,
  onValue,
  onScope,
  texts,
  readAnswer,
}: ValueCheckFieldsProps) {
  const sought = readCheckValue(value);
  const problem = patternProblem(sought);
  const commands = isTerminal(language) ? 'commands' : 'code';
  return (
    <div className={classes.value}>
      {language !== null && !canCheckCustom(language) && (
        <p className={classes.quiet}>{CHECKER_MESSAGES.noCustomChecks(LANGUAGES[language].label)}</p>
      )}
      <Textarea
        label="Check value"
        description={
          <>
            Text that must appear exactly, or a regular expression between slashes: /total:?\s+\d+/i. Text that looks like an expression is
            also tried as one. Letter case counts, how accents and line ends are encoded doesn’t. Leave empty to check no value.{' '}
            <GuideLink page="comparing">How answers are compared</GuideLink>
          </>
        }
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
        label="Search in"
        description={`In ${commands}, comments don’t count, and what is in quotes only counts if the answer doesn’t have the value outside of them.`}
        value={scope ?? 'either'}
        onChange={(next) => !isReadOnly && onScope(next === 'either' ? null : next)}
      >
        <div className={classes.scopes}>
          <Radio value="cmd" label={`Learner’s ${commands}`} disabled={isReadOnly} />
          <Radio value="stdout" label="Output" disabled={isReadOnly} />
          <Radio value="either" label="Either" disabled={isReadOnly} />
        </div>
      </Radio.Group>
      {sought !== null && problem === null && (
        <p className={classes.trial} role="status">
          {texts === null ? (
            'Run the answer to test this value.'
          ) : (
            <Trial key={JSON.stringify([value, scope, texts.runId])} {...{ sought, scope, texts, language, readAnswer }} />
          )}
        </p>
      )}
    </div>
  );
}

const RESULTS = {
  found: { Icon: IconCheck, text: 'Found in the last run.' },
  hidden: { Icon: IconX, text: 'In the last run it is only in a comment or in quotes, where it doesn’t count.' },
  missing: { Icon: IconX, text: 'Not found in the last run.' },
  'too-slow': { Icon: IconHourglass, text: 'This pattern takes too long to match. Simplify it.' },
  failed: { Icon: IconX, text: 'Can’t preview this pattern. Run the checks to test it.' },
} as const;

interface TrialProps extends Pick<ValueCheckFieldsProps, 'scope' | 'language' | 'readAnswer'> {
  sought: ParsedCheckValue;
  texts: RunTexts;
}

/** Whether the last run contains the value. Keyed by value, scope and run. */
function Trial({ sought, scope, texts, language, readAnswer }: TrialProps) {
  const [result, setResult] = useState<SearchResult | null>(null);
  const [task] = useState(() => ({ sought, looked: valueTexts(language, { ...texts, answer: readAnswer() }) }));
  useEffect(() => {
    const search = new AbortController();
    void searchValue(task.sought, task.looked, search.signal).then(setResult);
    return () => search.abort();
  }, [task]);
  if (result === null) return 'Searching…';
  const verdict = typeof result === 'string' ? result : judgeValue(scope, result);
  const { Icon, text } = RESULTS[verdict];
  return (
    <>
      <Icon size={15} aria-hidden data-result={verdict} />
      {text}
    </>
  );
}
