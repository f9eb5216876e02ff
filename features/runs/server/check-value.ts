/** Checks whether a value or pattern is in the code or the output. */

import { Worker } from 'node:worker_threads';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Language } from '#platform/contract/languages.ts';
import { hasLookAlike } from '#platform/contract/same-text.ts';
import { shorten } from '#platform/contract/shorten.ts';
import { matchesCheckValue, type ParsedCheckValue, patternProblem, readCheckValue, type SearchedText } from '../contract/check-value.ts';
import type { Check } from '../contract/runs.ts';
import { judgeValue, valueTexts } from '../rules/value-check.ts';

const SHOWN_CHARACTERS = 200;
/** Patterns that need longer are hostile, or a mistake, or the output is very long; excludes the start of the thread. */
const MATCH_MS = 1_000;
const BEGIN_MS = 20_000;
const WORKER_MB = 64;
/** Matches and ranges are in order and may be thousands: both are walked once. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { source, flags, texts } = workerData;
parentPort.postMessage(
  texts.map(({ text, ignored }) => {
    let at = 0;
    return text.matchAll(new RegExp(source, flags)).some(({ index, 0: { length } }) => {
      while (at + 1 < ignored.length && ignored[at + 1].from <= index) at += 1;
      const range = ignored[at];
      return !(range && length > 0 && range.from <= index && index + length <= range.to);
    });
  }),
);
`;

interface ValueCheck {
  /** `check_val` of the screen. */
  pattern: string;
  scope: ScreenFields['check_scope'];
  language: Language | null;
  /** For a terminal what was typed; otherwise the code. */
  commands: readonly string[];
  output: string;
  /** The code of the answer: where it has the value decides where a submission may have it. */
  answer: string;
}

/** Searches for a value in what was typed, in the output, or in either; see features/runs/contract/check-value.ts. */
export async function checkValue(check: ValueCheck): Promise<Check> {
  const { pattern, scope, commands, output } = check;
  const feedback = await problemOf(check);
  const texts = [...(scope === 'stdout' ? [] : [commands.join('\n')]), ...(scope === 'cmd' ? [] : [output])];
  const result = {
    name: 'value',
    pass: feedback === null,
    expected: shorten(pattern, SHOWN_CHARACTERS),
    actual: shorten(texts.join('\n'), SHOWN_CHARACTERS),
    feedback,
    hints: [],
  };
  return { enabled: true, pass: result.pass, results: [result] };
}

async function problemOf({ pattern: value, scope, language, commands, output, answer }: ValueCheck): Promise<string | null> {
  const sought = readCheckValue(value);
  if (sought === null) return null;
  if (patternProblem(sought) !== null) return 'The lesson has a mistake: the value to check is not a valid regular expression.';
  const found = await searchAll(sought, valueTexts(language, { commands: commands.join('\n'), output, answer }));
  if (found === null) return TOO_LONG;
  const verdict = judgeValue(scope, found);
  if (verdict === 'found') return null;
  if (verdict === 'hidden') return HIDDEN;
  const searched = [...(scope === 'stdout' ? [] : commands), ...(scope === 'cmd' ? [] : [output])].join('\n');
  return sought.text !== null && hasLookAlike(searched, sought.text) ? LOOKS_RIGHT : notFound(scope);
}

const TOO_LONG =
  'Searching for what this task asks for takes too long. Shorten your code or its output. If that doesn’t help, the lesson has a mistake.';

const HIDDEN = 'What this task asks for is only in a comment or in quotes, where it doesn’t count.';

const LOOKS_RIGHT =
  'What this task asks for is found only with look-alike characters, such as a non-breaking space or a curly quote. Type it again.';

function notFound(scope: ValueCheck['scope']): string {
  if (scope === 'cmd') return 'Your commands don’t contain what this task asks for yet.';
  if (scope === 'stdout') return 'The output doesn’t contain what this task asks for yet.';
  return 'Neither your commands nor the output contain what this task asks for yet.';
}

/** Which of the texts have the value; null: that takes too long. */
async function searchAll(sought: ParsedCheckValue, texts: readonly SearchedText[]): Promise<boolean[] | null> {
  const asText = texts.map((text) => matchesCheckValue({ text: sought.text, pattern: null }, text));
  if (sought.pattern === null) return asText;
  const asPattern = await matchPattern(sought.pattern, texts);
  return asPattern && asText.map((isFound, index) => isFound || asPattern[index] === true);
}

/**
 * Which of the texts a regular expression matches; null if that takes too long. Patterns are untrusted, and some
 * would backtrack forever, so they run in a worker thread that can be terminated.
 */
async function matchPattern(
  { source, flags }: NonNullable<ParsedCheckValue['pattern']>,
  texts: readonly SearchedText[],
): Promise<boolean[] | null> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    workerData: { source, flags: flags.includes('g') ? flags : `${flags}g`, texts },
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MB },
  });
  const { promise, resolve } = Promise.withResolvers<boolean[] | null>();
  let timer = setTimeout(() => resolve(null), BEGIN_MS);
  worker.once('online', () => {
    clearTimeout(timer);
    timer = setTimeout(() => resolve(null), MATCH_MS);
  });
  worker.once('message', (found: boolean[]) => resolve(found));
  worker.once('error', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
