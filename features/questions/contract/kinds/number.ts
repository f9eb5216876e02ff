import { span } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { calculate } from './formula.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { commaWarning, type ExactNumber, isNear, onlyNumber, onlyNumbers } from './near.ts';
import { plainSigns } from './plain-signs.ts';
import { readingsOf } from './read-number.ts';
import { foldSpaces } from './same-answer.ts';
import type { TaskOf } from './tasks.ts';

type NumberTask = TaskOf<'number'>;

/** A number within a tolerance, with its unit if one is asked for. */
export const NUMBER: QuestionKind<'number'> = {
  kind: 'number',
  label: 'Number',
  description: 'Learners type a number. It may be off by a tolerance.',
  empty: () => ({ kind: 'number', value: '', tolerance: '', tolerance_type: 'absolute', unit: '', allows_formula: false, feedback: [] }),
  texts,
  expressions: ['value', 'tolerance'],
  warnings,
  isAnswerable: (task) => valueOf(task) !== null && toleranceOf(task) !== null,
  ask: ({ unit, allows_formula }) => ({ kind: 'number', has_unit: foldSpaces(unit) !== '', allows_formula }),
  judge,
  inDocuments: (task) => ({ asks: 'Enter a number:', shown: '', answer: span(NUMBER.solution(task, '')[0] ?? '') }),
  solution: (task) => [withUnit(task, task.value.trim())],
  mutants,
};

function texts({ value, feedback }: NumberTask): TaskText[] {
  return [{ path: 'value', label: 'value', format: 'plain', shown: 'never', text: value }, ...feedbackTexts(feedback)];
}

function valueOf({ value, allows_formula }: NumberTask): ExactNumber | null {
  const [read] = onlyNumbers(value);
  if (read) return read;
  const calculated = allows_formula ? calculate(value) : null;
  return calculated === null ? null : { value: calculated };
}

/** How far an answer may be off; null: what the author wrote is no tolerance. */
function toleranceOf(task: NumberTask): number | null {
  if (task.tolerance.trim() === '') return 0;
  const [tolerance, value] = [onlyNumber(task.tolerance), valueOf(task)];
  if (tolerance === null || value === null || tolerance < 0) return null;
  const absolute = task.tolerance_type === 'relative' ? tolerance * Math.abs(value.value) : tolerance;
  return Number.isFinite(absolute) ? absolute : null;
}

function warnings(task: NumberTask): string[] {
  const value = valueOf(task);
  const all = [
    task.value.trim() === '' && 'The answer has no value.',
    task.value.trim() !== '' && value === null && `“${task.value.trim()}” is not a number.`,
    value !== null && toleranceOf(task) === null && `“${task.tolerance.trim()}” is not a tolerance. Enter a number such as 0.01.`,
    value !== null && commaWarning(task.value),
    value?.value === 0 && task.tolerance_type === 'relative' && task.tolerance.trim() !== '' && 'A relative tolerance of zero is zero.',
    ...task.feedback.map(({ answer }, at) => {
      const wrong = onlyNumber(answer);
      if (wrong === null) return `Wrong answer ${at + 1} is not a number.`;
      return isRight(task, { value: wrong }) && `Wrong answer ${at + 1} is within the tolerance, so it counts as right.`;
    }),
  ];
  return all.filter((warning) => typeof warning === 'string');
}

function judge(task: NumberTask, [typed = '']: Given): JudgedTask {
  const readings = readTyped(task, typed);
  const [first] = readings;
  if (!first)
    return verdict(false, { note: task.allows_formula ? 'Enter a number or a formula, such as 3/4.' : 'Enter a number, such as 1.5.' });
  const unit = unitForm(task.unit);
  if (readings.some((read) => read.unit === unit && isRight(task, read))) return verdict(true);
  const isGiven = (value: number | null) => value !== null && readings.some((read) => isNear({ value }, 0, read));
  const feedback = feedbackPaths(task.feedback, (answer) => isGiven(onlyNumber(answer)));
  return verdict(false, { feedback, note: first.unit === unit ? null : noteOnUnit(unit, first.unit) });
}

function noteOnUnit(unit: string, typed: string): string {
  if (typed === '') return 'Add the unit.';
  return unit === '' ? 'Enter only the number.' : 'Check the unit.';
}

interface TypedAnswer extends ExactNumber {
  readonly unit: string;
}

/** Everything that a learner can have meant; empty: no number. */
function readTyped({ allows_formula, unit }: NumberTask, typed: string): TypedAnswer[] {
  const wanted = unitForm(unit);
  const text = foldSpaces(plainSigns(typed));
  const known = readingsOf(unitBehind(text, foldSpaces(plainSigns(unit)))).map(({ rest, ...read }) => ({ ...read, unit: unitForm(rest) }));
  if (!allows_formula || known.some((read) => read.unit === wanted)) return known;
  const written = foldSpaces(plainSigns(unit));
  const isWithUnit = written !== '' && text.endsWith(written);
  const value = calculate((isWithUnit ? text.slice(0, -written.length) : text).replace(/^=/, ''));
  return value === null ? known : [{ value, unit: isWithUnit ? wanted : '' }];
}

/** Units of money are often written in front: `$5`, `-$5`, `CHF 5`. */
function unitBehind(text: string, unit: string): string {
  const [, sign = '', rest = ''] = /^([+-]?)(.*?)\.?$/s.exec(text) ?? [];
  return unit !== '' && rest.startsWith(unit) && /^ ?[+-]?[\d.,]/.test(rest.slice(unit.length))
    ? sign + rest.slice(unit.length).trim() + unit
    : text;
}

/** A unit in the form in which units are compared: `m/s²`, `m/s^2`, `m / s2` and `m s⁻²` are the same, and so are `N·m` and `Nm`. */
function unitForm(unit: string): string {
  const written = foldSpaces(plainSigns(unit));
  const plain = written.replaceAll(/[\s^*()]/g, '') || written;
  return plain.replace(/^([^/]+)\/(\p{L}+)(\d*)$/u, (_, over: string, under: string, power: string) => `${over}${under}-${power || '1'}`);
}

function isRight(task: NumberTask, given: ExactNumber): boolean {
  const [value, tolerance] = [valueOf(task), toleranceOf(task)];
  return value !== null && tolerance !== null && isNear(value, tolerance, given);
}

function withUnit({ unit }: NumberTask, number: string): string {
  return foldSpaces(unit) === '' ? number : `${number} ${foldSpaces(unit)}`;
}

function mutants(task: NumberTask): Given[] {
  const value = valueOf(task)?.value;
  const tolerance = toleranceOf(task);
  if (value === undefined || tolerance === null) return [];
  const step = Math.max(tolerance * 1.5, Math.abs(value) * 1e-6, 1e-6);
  const wrong = [
    value * 10,
    value / 10,
    value * 100,
    value / 100,
    -value,
    value + 1,
    value - 1,
    value + step,
    value - step,
    2 * value,
    value / 2,
    1 / value,
  ];
  const numbers = wrong
    .filter((each) => Number.isFinite(each) && !isRight(task, { value: each }))
    .map((each) => withUnit(task, String(each)));
  const forms = ['', 'abc', `${task.value.trim()} xyz`, ...(foldSpaces(task.unit) === '' ? [] : [task.value.trim()])];
  return [...new Set([...numbers, ...forms])].slice(0, 20).map((each) => [each]);
}
