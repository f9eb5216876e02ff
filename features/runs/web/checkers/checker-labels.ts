import type { Checker, CheckerArgument } from '../../contract/checkers.ts';

/** Words that a function's name doesn't spell as people do. */
const SPELLING: Readonly<Record<string, string>> = { dataframe: 'data frame' };

/** Arguments whose name alone doesn't say what they are. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  expected: 'Expected value',
  tolerance: 'Decimal places',
  relative: 'Relative tolerance',
  type_name: 'Type',
  allow_subclass: 'Allow subclasses',
  times: 'How often',
  ignore_case: 'Ignore capitalization',
  should_match: 'Must match',
  should_use: 'Must be used',
  should_exist: 'Must exist',
  is_pattern: 'Text is a pattern',
  contains: 'Text is part of the output',
  allow_more: 'Allow others',
  like_answer: 'Compare with the answer',
  count: 'Number of rows',
  other: 'Other file',
  timeout: 'Time limit in seconds',
  label: 'Name of this check',
  depends_on: 'Depends on checks',
};

/** What the argument `name` names. */
const NAMED: Readonly<Record<string, string>> = {
  Variables: 'Variable',
  'Data frames': 'Data frame',
  Functions: 'Function',
  Errors: 'Error',
};

/** The label of a checker in words: `Variable value` for `variable_value`. */
export function checkerLabel(name: string): string {
  return capitalized(
    name
      .split('_')
      .map((word) => SPELLING[word] ?? word)
      .join(' '),
  );
}

/** The label of an argument in words. */
export function argumentLabel(checker: Pick<Checker, 'group'>, { name }: Pick<CheckerArgument, 'name'>): string {
  if (name === 'name') return NAMED[checker.group] ?? 'Name';
  return ARGUMENTS[name] ?? capitalized(name.replaceAll('_', ' '));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first sentence of a description. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
