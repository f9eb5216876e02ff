/** Compares runs of a screen with today's packages and with others. */

import { CHECK_KINDS, didPass, type RunResult } from '#features/runs/contract/runs.ts';
import type { Variable } from '#platform/contract/variables.ts';
import type { BreakKind, RehearsalBreak, RunDifference } from '../../contract.ts';
import { looksSame } from './pictures.ts';
import { errorOf, normalized, warningsOf, type Fact } from './run-texts.ts';
import { changeOfText } from './text-change.ts';

/** One run of a screen's answer and of its other tests, on one side. */
export interface Observation {
  readonly answer: RunResult;
  /** The tests besides the answer, by name. */
  readonly tests: ReadonlyMap<string, RunResult>;
}

/** How a screen differs. */
export interface RunComparison {
  readonly breaks: readonly RehearsalBreak[];
  readonly differences: readonly RunDifference[];
}

/** Much slower: this many times, and at least by this much. */
const SLOWER_FACTOR = 2;
const SLOWER_MS = 500;
/** Digits of a number in a variable that count: the last ones differ between builds of the same library. */
const DIGITS = 10;
/** Most characters of a difference that are kept. */
const SHOWN = 8_000;
/** Most pictures and variables of a screen that are reported. */
const MOST = 20;

/**
 * Compares all runs of both sides. What varies between the runs of today is no difference; nor is what any run of the candidate has
 * in common with them.
 *
 * @param today At least one.
 * @param candidate At least one.
 */
export function compareRuns(today: readonly Observation[], candidate: readonly Observation[]): RunComparison {
  const sides: Sides = { today, candidate };
  const failures = newErrors(sides);
  const warnings = newWarnings(sides);
  const results = [...goneError(sides), ...outputDifference(sides), ...pictureDifferences(sides), ...variableDifferences(sides)];
  const verdicts = verdictDifferences(sides);
  const slower = timeDifference(sides);
  const shown = [...failures.map(({ difference }) => difference), ...verdicts.map(({ difference }) => difference), ...results];
  const differences = [...shown, ...warnings.differences, ...slower].map(shortened);
  if (failures[0]) {
    // What follows from an error has no cause of its own.
    const { cause } = failures[0];
    return { breaks: [{ kind: 'error', key: `error ${cause.key}`, title: cause.text }], differences };
  }
  const result = resultBreak(results, verdicts);
  const breaks = [...(result ? [result] : []), ...warnings.breaks];
  if (breaks.length > 0 || slower.length === 0) return { breaks, differences };
  return { breaks: [{ kind: 'slower', key: 'slower', title: 'The answer takes much longer.' }], differences };
}

interface Sides {
  readonly today: readonly Observation[];
  readonly candidate: readonly Observation[];
}

/** Both values where all runs of today agree, and no run of the candidate does; null otherwise. */
function differs(
  { today, candidate }: Sides,
  valueOf: (run: Observation) => string,
  isEqual: (one: string, other: string) => boolean = (one, other) => one === other,
): { today: string; candidate: string } | null {
  const [first = '', ...rest] = today.map(valueOf);
  const others = candidate.map(valueOf);
  if (!rest.every((value) => isEqual(first, value)) || others.some((value) => isEqual(first, value))) return null;
  return { today: first, candidate: others[0] ?? '' };
}

/** Errors of the answer, its tests and their checks that only the candidate has. */
function newErrors(sides: Sides): { cause: Fact; difference: RunDifference }[] {
  const sources: [RunDifference['what'], string, (run: Observation) => string | null][] = [
    ['error', 'answer', ({ answer }) => answer.error],
    ['check', 'check', ({ answer }) => answer.check_error?.traceback ?? null],
    ...testNames(sides).flatMap((name): [RunDifference['what'], string, (run: Observation) => string | null][] => [
      ['test', name, ({ tests }) => tests.get(name)?.error ?? null],
      ['test', name, ({ tests }) => tests.get(name)?.check_error?.traceback ?? null],
    ]),
  ];
  return sources.flatMap(([what, name, textOf]) => {
    const keys = differs(sides, (run) => errorOf(textOf(run))?.key ?? '');
    const source = sides.candidate.map(textOf).find((text) => errorOf(text)?.key === keys?.candidate) ?? null;
    const cause = errorOf(source);
    if (!keys || !cause) return [];
    const before = sides.today.map(textOf).find((text) => text !== null) ?? '';
    return [{ cause, difference: { what, name, today: normalized(before), candidate: normalized(source ?? '') } }];
  });
}

/** The answer ended with an error, and no longer does: on screens that show errors on purpose. */
function goneError(sides: Sides): RunDifference[] {
  const keys = differs(sides, ({ answer }) => errorOf(answer.error)?.key ?? '');
  if (keys?.candidate !== '') return [];
  return [{ what: 'error', name: 'answer', today: normalized(sides.today[0]?.answer.error ?? ''), candidate: '' }];
}

function newWarnings({ today, candidate }: Sides): { breaks: RehearsalBreak[]; differences: RunDifference[] } {
  const known = new Set(today.flatMap(({ answer }) => warningsOf(answer.stderr).map(({ key }) => key)));
  const [first = [], ...rest] = candidate.map(({ answer }) => warningsOf(answer.stderr));
  const fresh = first.filter(({ key }) => !known.has(key) && rest.every((other) => other.some((each) => each.key === key)));
  const before = today[0] ? warningsOf(today[0].answer.stderr).map(({ text }) => text) : [];
  return {
    breaks: fresh.map(({ key, text }) => ({ kind: 'warning', key: `warning ${key}`, title: text })),
    differences:
      fresh.length === 0
        ? []
        : [{ what: 'warnings', name: '', today: before.join('\n'), candidate: first.map(({ text }) => text).join('\n') }],
  };
}

/** Lines that vary today are left out on both sides, if all runs have as many lines. */
function outputDifference({ today, candidate }: Sides): RunDifference[] {
  const linesOf = ({ answer }: Observation) =>
    normalized(answer.output)
      .split('\n')
      .map((line) => line.trimEnd());
  const all = today.map(linesOf);
  const [first = []] = all;
  const varying = new Set(first.flatMap((line, index) => (all.every((lines) => lines[index] === line) ? [] : [index])));
  const stable = (run: Observation) =>
    linesOf(run)
      .map((line, index) => (varying.has(index) ? '…' : line))
      .join('\n')
      .trimEnd();
  const found = differs({ today, candidate }, stable);
  return found ? [{ what: 'output', name: '', ...found }] : [];
}

function pictureDifferences(sides: Sides): RunDifference[] {
  const count = differs(sides, ({ answer }) => String(answer.images.length));
  const most = Math.max(...[...sides.today, ...sides.candidate].map(({ answer }) => answer.images.length));
  return Array.from({ length: Math.min(most, MOST) }, (_, index) => index).flatMap((index) => {
    const found = differs(sides, ({ answer }) => answer.images[index] ?? '', looksSame);
    const isMissing = found?.today === '' || found?.candidate === '';
    return found && (!isMissing || count) ? [{ what: 'plot' as const, name: String(index + 1), ...found }] : [];
  });
}

function variableDifferences(sides: Sides): RunDifference[] {
  const names = new Set([...sides.today, ...sides.candidate].flatMap(({ answer }) => answer.vars.map(({ name }) => name)));
  return [...names]
    .flatMap((name): RunDifference[] => {
      const of = ({ answer }: Observation) => answer.vars.find((variable) => variable.name === name);
      if (!differs(sides, (run) => comparable(of(run)))) return [];
      const [before, after] = [sides.today[0] && of(sides.today[0]), sides.candidate[0] && of(sides.candidate[0])];
      const [today, candidate] = [textOf(before), textOf(after)];
      // It prints the same and is something else: a table with columns of another type.
      const values = today === candidate ? { today: valueOf(before), candidate: valueOf(after) } : { today, candidate };
      return [{ what: 'variable', name, ...values }];
    })
    .slice(0, MOST);
}

/** Equal for variables that learners can't tell apart. */
function comparable(variable: Variable | undefined): string {
  if (!variable) return '';
  const { type_name, length, value, string_form } = variable;
  const isData = value !== null && value.kind !== 'opaque';
  const content = isData ? JSON.stringify(value, rounded) : pointless(normalized(string_form));
  return JSON.stringify([type_name.split('.').at(-1), length, content]);
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
}

/** Where a module or function comes from is no part of its value. */
function pointless(text: string): string {
  return text.replaceAll(/ from '[^']*'/g, '');
}

function textOf(variable: Variable | undefined): string {
  return variable ? `${variable.type_name}\n${normalized(variable.string_form)}` : '';
}

/** Checks of the answer and tests whose verdict is another one. `isWorse`: no longer what it was meant to be. */
function verdictDifferences(sides: Sides): { difference: RunDifference; isWorse: boolean }[] {
  const checks = CHECK_KINDS.flatMap((kind) => {
    const found = differs(sides, ({ answer }) => verdict(!answer.checks[kind].enabled || answer.checks[kind].pass));
    const failure = sides.candidate[0]?.answer.checks[kind].results.find(({ pass, counts }) => !pass && counts !== false);
    const reason = found?.candidate === verdict(false) && failure?.feedback ? `${found.candidate}: ${failure.feedback}` : found?.candidate;
    if (!found) return [];
    return {
      difference: { what: 'check' as const, name: kind, today: found.today, candidate: reason ?? '' },
      isWorse: found.today === verdict(true),
    };
  });
  const tests = testNames(sides).flatMap((name) => {
    const found = differs(sides, ({ tests: all }) => {
      const run = all.get(name);
      return run ? verdict(didPass(run)) : '';
    });
    // A wrong submission is meant to fail: either change is for the worse.
    return found ? [{ difference: { what: 'test' as const, name, ...found }, isWorse: true }] : [];
  });
  return [...checks, ...tests];
}

function verdict(passes: boolean): string {
  return passes ? 'Passes' : 'Fails';
}

function testNames({ today }: Sides): string[] {
  return [...(today[0]?.tests.keys() ?? [])];
}

/** One break for everything that follows from another result. */
function resultBreak(results: readonly RunDifference[], verdicts: ReturnType<typeof verdictDifferences>): RehearsalBreak | null {
  const kind: BreakKind = verdicts.some(({ isWorse }) => isWorse) ? 'fails' : 'changed';
  const [error, output, plot, variable] = (['error', 'output', 'plot', 'variable'] as const).map((what) =>
    results.find((each) => each.what === what),
  );
  if (error) {
    const gone = errorOf(error.today);
    return { kind, key: `gone ${gone?.key}`, title: `The answer no longer ends with ${gone?.text}` };
  }
  if (output) {
    const { key, title } = changeOfText('The output', output.today, output.candidate);
    return { kind, key: `output ${key}`, title };
  }
  if (plot) {
    const isCount = plot.today === '' || plot.candidate === '';
    return isCount
      ? { kind, key: 'plot count', title: 'The number of plots is different.' }
      : { kind, key: 'plot', title: 'A plot looks different.' };
  }
  if (variable) return { kind, ...variableChange(variable) };
  const [first] = verdicts;
  if (!first) return null;
  const { what, name, candidate } = first.difference;
  if (what === 'check')
    return { kind, key: `check ${name} ${first.isWorse}`, title: `The ${name} check ${first.isWorse ? 'fails' : 'passes now'}.` };
  return {
    kind,
    key: `test ${candidate}`,
    title: candidate === verdict(true) ? 'A test that failed passes.' : 'A test that passed fails.',
  };
}

function variableChange({ name, today, candidate }: RunDifference): Pick<RehearsalBreak, 'key' | 'title'> {
  const [typeBefore = '', ...before] = today.split('\n');
  const [typeAfter = '', ...after] = candidate.split('\n');
  if (today === '') return { key: `variable ${name} new`, title: `There is a new variable ${name}.` };
  if (candidate === '') return { key: `variable ${name} gone`, title: `The variable ${name} is missing.` };
  if (typeBefore !== typeAfter)
    return { key: `type ${typeBefore} → ${typeAfter}`, title: `A variable is of type ${typeAfter} instead of ${typeBefore}.` };
  const { key, title } = changeOfText('A variable', before.join('\n'), after.join('\n'));
  return { key: `variable ${key}`, title };
}

/** What printing hides. */
function valueOf(variable: Variable | undefined): string {
  const value = variable?.value;
  const detail = value && ('dtypes' in value ? value.dtypes.join('\n') : 'dtype' in value ? value.dtype : JSON.stringify(value, rounded));
  return `${textOf(variable)}\n\n${detail ?? ''}`;
}

/** Compares the times of repeated runs: a single slow run says nothing. */
function timeDifference({ today, candidate }: Sides): RunDifference[] {
  const before = Math.max(...today.map(({ answer }) => answer.duration_ms));
  const after = Math.min(...candidate.map(({ answer }) => answer.duration_ms));
  if (after <= SLOWER_FACTOR * before || after - before < SLOWER_MS) return [];
  return [{ what: 'time', name: '', today: seconds(before), candidate: seconds(after) }];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function shortened(difference: RunDifference): RunDifference {
  if (difference.what === 'plot') return difference;
  const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text);
  return { ...difference, today: short(difference.today), candidate: short(difference.candidate) };
}
