/** Checks whether a value or pattern is in the code or the output. */

import { Worker } from 'node:worker_threads';
import { patternProblem, readCheckValue } from '#contract/check-value.ts';
import type { Check } from '#contract/runs.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { shorten } from './feedback-text.ts';

const SHOWN_CHARACTERS = 200;
/** A pattern that needs longer is hostile, or a mistake; excludes the start of its thread. */
const MATCH_MS = 1_000;
const BEGIN_MS = 20_000;
const WORKER_MB = 64;
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage(workerData.texts.some((text) => new RegExp(workerData.source, workerData.flags).test(text)));
`;

interface ValueCheck {
  /** `check_val` of the screen. */
  pattern: string;
  scope: ScreenFields['check_scope'];
  /** For a terminal what was typed; otherwise the code. */
  commands: readonly string[];
  output: string;
}

/** Searches for a value in what was typed, in the output, or in either; see contract/src/check-value.ts. */
export async function checkValue({ pattern, scope, commands, output }: ValueCheck): Promise<Check> {
  const texts = [...(scope === 'stdout' ? [] : [commands.join('\n')]), ...(scope === 'cmd' ? [] : [output])];
  const feedback = await problemOf(pattern, texts, scope);
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

async function problemOf(value: string, texts: readonly string[], scope: ValueCheck['scope']): Promise<string | null> {
  const sought = readCheckValue(value);
  if (sought === null) return null;
  const { text: wanted, pattern } = sought;
  if (wanted !== null && texts.some((text) => text.includes(wanted))) return null;
  if (pattern === null) return notFound(scope);
  if (patternProblem(sought) !== null) return 'The lesson has a mistake: the value to check is not a valid regular expression.';
  const isFound = await matchPattern(new RegExp(pattern.source, pattern.flags), texts);
  if (isFound === null) return 'The lesson has a mistake: searching for the value to check takes too long.';
  return isFound ? null : notFound(scope);
}

function notFound(scope: ValueCheck['scope']): string {
  if (scope === 'cmd') return 'Your commands do not contain what this task asks for yet.';
  if (scope === 'stdout') return 'The output does not contain what this task asks for yet.';
  return 'Neither your commands nor the output contain what this task asks for yet.';
}

/**
 * Whether a regular expression matches one of the texts; null if that takes too long. Patterns are untrusted, and some
 * would backtrack forever, so they run in a worker thread that can be terminated.
 */
async function matchPattern(pattern: RegExp, texts: readonly string[]): Promise<boolean | null> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    workerData: { source: pattern.source, flags: pattern.flags, texts },
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MB },
  });
  const { promise, resolve } = Promise.withResolvers<boolean | null>();
  let timer = setTimeout(() => resolve(null), BEGIN_MS);
  worker.once('online', () => {
    clearTimeout(timer);
    timer = setTimeout(() => resolve(null), MATCH_MS);
  });
  worker.once('message', (isFound: boolean) => resolve(isFound));
  worker.once('error', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
