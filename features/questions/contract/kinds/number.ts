import { span } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { calculate } from './formula.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { isNear, onlyNumber } from './near.ts';
import { readNumber } from './read-number.ts';
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

function valueOf({ value, allows_formula }: NumberTask): number | null {
  return onlyNumber(value) ?? (allows_formula ? calculate(value) : null);
}

/** How far an answer may be off; null: what the author wrote is no tolerance. */
function toleranceOf(task: NumberTask): number | null {
  if (task.tolerance.trim() === '') return 0;
  const [tolerance, value] = [onlyNumber(task.tolerance), valueOf(task)];
  if (tolerance === null || value === null || tolerance < 0) return null;
  return task.tolerance_type === 'relative' ? tolerance * Math.abs(value) : tolerance;
}

function warnings(task: NumberTask): string[] {
  const value = valueOf(task);
  const all = [
    task.value.trim() === '' && 'The answer has no value.',
    task.value.trim() !== '' && value === null && `“${task.value.trim()}” is not a number.`,
    value !== null && toleranceOf(task) === null && `“${task.tolerance.trim()}” is not a tolerance. Enter a number such as 0.01.`,
    value === 0 && task.tolerance_type === 'relative' && task.tolerance.trim() !== '' && 'A relative tolerance of zero is zero.',
    ...task.feedback.map(({ answer }, at) => {
      const wrong = onlyNumber(answer);
      if (wrong === null) return `Wrong answer ${at + 1} is not a number.`;
      return isRight(task, wrong) && `Wrong answer ${at + 1} is within the tolerance, so it counts as right.`;
    }),
  ];
  return all.filter((warning) => warning !== false);
}

function judge(task: NumberTask, [typed = '']: Given): JudgedTask {
  const read = readTyped(task, typed);
  if (read === null)
    return verdict(false, { note: task.allows_formula ? 'Enter a number or a formula, such as 3/4.' : 'Enter a number, such as 1.5.' });
  const unit = unitForm(task.unit);
  const isUnitRight = read.unit === unit;
  if (isRight(task, read.value) && isUnitRight) return verdict(true);
  const feedback = feedbackPaths(task.feedback, (answer) => onlyNumber(answer) === read.value);
  return verdict(false, { feedback, note: isUnitRight ? null : noteOnUnit(unit, read.unit) });
}

function noteOnUnit(unit: string, typed: string): string {
  if (typed === '') return 'Add the unit.';
  return unit === '' ? 'Enter only the number.' : 'Check the unit.';
}

function readTyped({ allows_formula, unit }: NumberTask, typed: string): { value: number; unit: string } | null {
  const wanted = unitForm(unit);
  const text = foldSpaces(typed.normalize('NFKC'));
  // Units of money are often written in front.
  const isInFront = /^\p{Sc}$/u.test(wanted) && text.startsWith(wanted);
  const read = readNumber(isInFront ? text.slice(1) + wanted : text);
  const known = read === null ? null : { value: read.value, unit: unitForm(read.rest) };
  if (!allows_formula || known?.unit === wanted) return known;
  const written = foldSpaces(unit.normalize('NFKC'));
  const isWithUnit = written !== '' && text.endsWith(written);
  const value = calculate(isWithUnit ? text.slice(0, -written.length) : text);
  return value === null ? known : { value, unit: isWithUnit ? wanted : '' };
}

/** A unit in the form in which units are compared: `m/s²`, `m/s^2` and `m / s2` are the same. */
function unitForm(unit: string): string {
  return foldSpaces(unit.normalize('NFKC')).replaceAll(/[\s^]/g, '');
}

function isRight(task: NumberTask, given: number): boolean {
  const [value, tolerance] = [valueOf(task), toleranceOf(task)];
  return value !== null && tolerance !== null && isNear(value, tolerance, given);
}

function withUnit({ unit }: NumberTask, number: string): string {
  return foldSpaces(unit) === '' ? number : `${number} ${foldSpaces(unit)}`;
}

function mutants(task: NumberTask): Given[] {
  const value = valueOf(task);
  const tolerance = toleranceOf(task);
  if (value === null || tolerance === null) return [];
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
  const numbers = wrong.filter((each) => Number.isFinite(each) && !isRight(task, each)).map((each) => withUnit(task, String(each)));
  const forms = ['', 'abc', `${task.value.trim()} xyz`, ...(foldSpaces(task.unit) === '' ? [] : [task.value.trim()])];
  return [...new Set([...numbers, ...forms])].slice(0, 20).map((each) => [each]);
}
