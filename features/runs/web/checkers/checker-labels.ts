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

/** What a checker compares, and how: of values, of tables, of whole texts and of parts of them. */
const COMPARISONS: Readonly<Record<string, string>> = {
  values: 'Values are compared: numbers within the tolerance, texts exactly, 1 and 1.0 as the same.',
  frames: 'Cells are compared: numbers within the tolerance, missing values as the same, the index unless you turn it off.',
  rows: 'Cells are compared: numbers within the tolerance, NULL only with NULL, rows in order unless you turn it off.',
  lines: 'Lines are compared as text, without white space at their ends.',
  parts: 'It is searched as it is written. How accents and line ends are encoded doesn’t count, letter case does.',
};

const COMPARED: Readonly<Record<string, keyof typeof COMPARISONS>> = {
  variable_value: 'values',
  expression_value: 'values',
  function_returns: 'values',
  dataframe_value: 'frames',
  result_rows: 'rows',
  result_equals_answer: 'rows',
  output_equals: 'lines',
  file_equals: 'lines',
  command_output: 'lines',
  output_contains: 'parts',
  output_matches: 'parts',
  file_contains: 'parts',
  code_contains: 'parts',
  code_matches: 'parts',
};

/** How a checker compares, in a sentence; null: it compares nothing that could be written in several ways. */
export function comparisonOf({ name }: Pick<Checker, 'name'>): string | null {
  const kind = COMPARED[name];
  return kind === undefined ? null : (COMPARISONS[kind] ?? null);
}

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
