/** Checks what a run printed and plotted. */

import { counted } from '#platform/contract/counted.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { outputLines, sameText } from '#platform/contract/same-text.ts';
import { shorten } from '#platform/contract/shorten.ts';
import type { Check } from '../contract/runs.ts';
import { difference, type Difference, feedbackOf } from './difference.ts';
import { lookAlikeDifference } from './look-alike-difference.ts';

/** Most characters of a line quoted in the feedback. */
const QUOTED_CHARACTERS = 70;
/** Most characters of the texts shown side by side. */
const SHOWN_CHARACTERS = 20_000;

/**
 * Compares printed output line by line. White space at the end of lines and empty lines at the end are ignored. The
 * feedback names the first line that differs.
 */
export function checkOutput(expected: string, actual: string): Check {
  return outputCheck(expected, actual, firstDifference(outputLines(expected), outputLines(actual)));
}

/** Builds the check of a run's output. @param found The first difference; null if there is none. @param most Characters of feedback. */
export function outputCheck(expected: string, actual: string, found: Difference | null, most?: number): Check {
  const pass = found === null;
  const shown = { expected: shorten(expected, SHOWN_CHARACTERS), actual: shorten(actual, SHOWN_CHARACTERS) };
  return { enabled: true, pass, results: [{ name: 'output', pass, ...shown, ...feedbackOf(found, most), hints: [] }] };
}

function firstDifference(expected: readonly string[], actual: readonly string[]): Difference | null {
  const index = expected.findIndex((line, number) => !sameText(line, actual[number] ?? '') || actual[number] === undefined);
  const wanted = expected[index];
  const found = actual[index];
  const line = `Line ${index + 1} of your output`;
  if (wanted !== undefined && found !== undefined) {
    const looksRight = lookAlikeDifference(line, wanted, found);
    if (looksRight) return looksRight;
    return difference(
      `${line} should be ${quoted(wanted)}, but it is ${quoted(found)}.`,
      `${line} isn’t right yet: it is ${quoted(found)}.`,
    );
  }
  if (wanted !== undefined) {
    const problem = actual.length === 0 ? 'Your code didn’t print anything.' : `Your output ends too early, after line ${actual.length}.`;
    return difference(`${problem} Line ${index + 1} should be ${quoted(wanted)}.`, problem);
  }
  const extra = actual[expected.length];
  if (extra === undefined) return null;
  return difference(
    expected.length === 0
      ? `Your code shouldn’t print anything, but line 1 is ${quoted(extra)}.`
      : `Your output should end after line ${expected.length}, but line ${expected.length + 1} is ${quoted(extra)}.`,
  );
}

function quoted(line: string): string {
  return line === '' ? 'empty' : `"${shorten(line, QUOTED_CHARACTERS)}"`;
}

/**
 * Checks that as many plots were shown as in the answer; null if it shows none. Their content is compared through the
 * variables that hold them, or by pycheck: images of the same plot differ by fonts and versions.
 */
export function checkPlots(expected: readonly string[], actual: number): CheckResult | null {
  if (expected.length === 0) return null;
  const pass = expected.length === actual;
  return {
    name: 'plots',
    pass,
    expected: String(expected.length),
    actual: String(actual),
    feedback: pass ? null : `There should be ${plotCount(expected.length)}, but there ${actual === 1 ? 'is' : 'are'} ${actual}.`,
    hints: [],
  };
}

function plotCount(plots: number): string {
  return counted(plots, 'plot');
}
