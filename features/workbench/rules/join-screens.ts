import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { SCREEN_TEXT_FIELDS } from '#features/screens/contract/screen-texts.ts';
import { emptyScreenFields, type RunsAfter, type ScreenFields } from '#features/screens/contract/screens.ts';
import { drawFirst } from '#features/screens/rules/values/fill-in-values.ts';
import { cutsOf, isClosedMarkdown } from '#platform/content/markdown-cuts.ts';
import { LIMITS } from '#platform/contract/limits.ts';

/** A screen as far as it can be joined with another one; `sequence` is for the sentences of a refusal. */
export type JoinableScreen = ScreenContent & { readonly sequence: number };

/** Two screens as one. */
export interface JoinedScreens {
  /** Which of the two stays, with everything that belongs to it. */
  readonly kept: 'first' | 'second';
  readonly screen: ScreenContent;
}

/** Why two screens can't be one, as a sentence for authors. */
export interface JoinRefusal {
  readonly refused: string;
}

/**
 * What becomes of a field. Texts: the second follows the first, as `markdown` or `code` after an empty line, or as `lines`. `any`: on if it is
 * on for one. `either`: two different values can't be joined. `check`: only one screen has them, and it stays. `own`: decided by itself below.
 */
type Joining = 'markdown' | 'code' | 'lines' | 'any' | 'either' | 'check' | 'own';

/** Every field of a screen. What is about code counts only on a code screen, unless neither is one. */
export const JOINING = {
  title: 'own',
  type: 'own',
  body_markdown: 'markdown',
  instructions_markdown: 'markdown',
  hint_markdown: 'markdown',
  success_markdown: 'markdown',
  chat_prompt: 'markdown',
  values: 'own',
  setup_code: 'code',
  initial_code: 'code',
  display_code: 'code',
  should_run_display_code: 'own',
  inputs: 'lines',
  answer_code: 'code',
  custom_check_code: 'check',
  legacy_check_code: 'check',
  unit_test_code: 'check',
  unit_test_framework: 'check',
  unit_test_module: 'check',
  unit_test_shows: 'check',
  format_code_run: 'check',
  remote_run_code: 'check',
  remote_run_only: 'check',
  is_experimental: 'any',
  error_okay: 'any',
  dynamic_answer: 'any',
  check_output: 'check',
  check_val: 'check',
  check_scope: 'check',
  initially_passing: 'any',
  runs_after: 'own',
  starts_from: 'own',
  solution_after: 'either',
} as const satisfies Readonly<Record<keyof ScreenFields, Joining>>;

type FieldOf<How extends Joining> = { [F in keyof ScreenFields]: (typeof JOINING)[F] extends How ? F : never }[keyof ScreenFields];

function fieldsOf<How extends Joining>(...how: How[]): FieldOf<How>[] {
  return (Object.keys(JOINING) as (keyof ScreenFields)[]).filter((field) => (how as Joining[]).includes(JOINING[field])) as FieldOf<How>[];
}

const MARKDOWN = fieldsOf('markdown');
const CODE = fieldsOf('code', 'lines');
const TEXTS = [...MARKDOWN, ...CODE];
const CHECKS = fieldsOf('check');
const EMPTY = emptyScreenFields();

/**
 * Joins two screens that follow each other: their texts and code in order. What both can't have, such as checks, only one of them may have;
 * it stays. Nothing that an author wrote is dropped: what can't be joined is refused.
 */
export function joinScreens(first: JoinableScreen, second: JoinableScreen): JoinedScreens | JoinRefusal {
  const refused = refusalOf(first, second);
  if (refused !== null) return { refused };
  const kept = checksOf(second).length === 0 ? 'first' : 'second';
  const { sequence: _sequence, ...base } = kept === 'first' ? first : second;
  const [one, other] = [first.fields, second.fields];
  // Settings of code that were left on a screen without code do nothing.
  const coded = [one, other].filter(isCode);
  const counted = coded.length === 0 ? [one, other] : coded;
  const fields: ScreenFields = {
    ...base.fields,
    ...Object.fromEntries(MARKDOWN.map((name) => [name, apart(one[name], name === 'body_markdown' ? bodyOf(one, other) : other[name])])),
    ...Object.fromEntries(
      CODE.map((name) => [name, JOINING[name] === 'lines' ? lines(one[name], other[name]) : apart(one[name], other[name])]),
    ),
    ...Object.fromEntries(fieldsOf('any').map((name) => [name, counted.some((each) => each[name])])),
    ...Object.fromEntries(
      fieldsOf('either').map((name) => [name, counted.map((each) => each[name]).find((value) => value !== EMPTY[name]) ?? EMPTY[name]]),
    ),
    title: one.title || other.title,
    values: one.values.trim() === '' ? other.values : one.values,
    type: coded.length > 0 ? 'code' : one.type,
    should_run_display_code: counted.find(hasDisplay)?.should_run_display_code ?? base.fields.should_run_display_code,
    runs_after: runsAfter(counted, [first.uuid, second.uuid]),
    starts_from: counted.find(({ starts_from }) => starts_from !== null)?.starts_from ?? null,
  };
  const long = TEXTS.find((name) => fields[name].length > LIMITS.textMax);
  if (long) return { refused: `${SCREEN_FIELD_LABELS[long]} of both screens together is too long for one screen.` };
  // The output of the code of both together is known only after a run.
  const answer_output = coded.length === 2 ? null : (base.answer_output ?? (kept === 'first' ? second : first).answer_output);
  return { kept, screen: { ...base, fields, answer_output } };
}

function refusalOf(first: JoinableScreen, second: JoinableScreen): string | null {
  const [one, other] = [first.fields, second.fields];
  const numbers = `Screens ${first.sequence} and ${second.sequence}`;
  const [checks, otherChecks] = [checksOf(first), checksOf(second)];
  if (checks.length > 0 && otherChecks.length > 0)
    return `Screen ${first.sequence} has ${listed(checks)}, and screen ${second.sequence} has ${listed(otherChecks)}. Remove those of one screen, then join them.`;
  if (one.type !== other.type && [one, other].some(({ type }) => type === 'takeaways'))
    return `${numbers} differ in their type: takeaways can only be joined with takeaways. Change the type of one, then join them.`;
  for (const { sequence, fields } of one.type === other.type ? [] : [first, second].filter(({ fields }) => !isCode(fields))) {
    const hidden = CODE.find((name) => fields[name].trim() !== '') ?? CHECKS.find((name) => !isEmptyCheck(fields, name));
    if (hidden)
      return `Screen ${sequence} is a text screen with code that isn’t shown: ${SCREEN_FIELD_LABELS[hidden]}. Joined, it would run. Make it a code screen to see and delete it, then join them.`;
  }
  if (isCode(one) && isCode(other)) {
    const starting = [first, second].find(({ fields }) => fields.starts_from !== null);
    if (starting)
      return `Screen ${starting.sequence} starts from the code of another screen. Give it initial code of its own, then join them.`;
    if (hasDisplay(one) && hasDisplay(other) && one.should_run_display_code !== other.should_run_display_code)
      return differs(numbers, 'should_run_display_code');
  }
  if (isCode(one) === isCode(other)) {
    const either = fieldsOf('either').find((name) => one[name] !== other[name] && ![one[name], other[name]].includes(EMPTY[name]));
    if (either) return differs(numbers, either);
  }
  if (one.values.trim() !== '' && other.values.trim() !== '' && one.values !== other.values) return differs(numbers, 'values');
  if (usesValues(other, one) || usesValues(one, other))
    return `${numbers} would share their values, and a name in braces would become a value. Rename it or the value, then join them.`;
  const open = MARKDOWN.find((name) => other[name].trim() !== '' && !isClosedMarkdown(one[name]));
  if (open)
    return `${SCREEN_FIELD_LABELS[open]} of screen ${first.sequence} ends in a listing or box that isn’t closed. Close it, then join them.`;
  for (const name of MARKDOWN) {
    const labels = cutsOf(other[name])?.labels;
    const label = labels && [...(cutsOf(one[name])?.labels ?? [])].find((each) => labels.has(each));
    if (label) return `${SCREEN_FIELD_LABELS[name]} of both screens defines [${label}]. Give one of them another name, then join them.`;
  }
  return null;
}

/** Whether a screen without values has names in braces that are values of the other one. */
function usesValues(fields: ScreenFields, { values }: ScreenFields): boolean {
  if (values.trim() === '' || fields.values.trim() !== '') return false;
  const drawn = drawFirst({ ...fields, values });
  return SCREEN_TEXT_FIELDS.some((name) => name !== 'values' && drawn[name] !== fields[name]);
}

function differs(numbers: string, name: keyof ScreenFields): string {
  return `${numbers} differ in “${SCREEN_FIELD_LABELS[name]}”. Set it alike on both, then join them.`;
}

/** What a screen has that only one of two joined screens can have. */
function checksOf({ fields, questions, skills, tests, answer_variables }: JoinableScreen): string[] {
  const lists = { questions, skills, tests, 'checked variables': answer_variables };
  return [
    ...Object.entries(lists).flatMap(([name, list]) => (list.length > 0 ? [name] : [])),
    ...CHECKS.filter((name) => !isEmptyCheck(fields, name)).map((name) => `“${SCREEN_FIELD_LABELS[name]}”`),
  ];
}

/** An empty script of Run and Deploy still switches it on. */
function isEmptyCheck(fields: ScreenFields, name: (typeof CHECKS)[number]): boolean {
  const value = fields[name];
  return (
    value === EMPTY[name] || (name !== 'remote_run_code' && typeof value === 'string' && value.trim() === '') || isSetting(fields, name)
  );
}

/** A setting of a check that isn't there. */
function isSetting(fields: ScreenFields, name: (typeof CHECKS)[number]): boolean {
  if (name.startsWith('unit_test_')) return fields.unit_test_code.trim() === '';
  if (name === 'check_scope') return (fields.check_val ?? '') === '';
  return name === 'remote_run_only' && fields.remote_run_code === null;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function isCode({ type }: ScreenFields): boolean {
  return type === 'code';
}

function hasDisplay({ display_code }: ScreenFields): boolean {
  return display_code.trim() !== '';
}

/** What either code needs, without the two screens themselves. */
function runsAfter(screens: readonly ScreenFields[], own: readonly string[]): RunsAfter {
  const all = screens.map(({ runs_after }) => runs_after);
  if (all.includes('all')) return 'all';
  const uuids = all.flatMap((each) => (Array.isArray(each) ? each : [])).filter((uuid) => !own.includes(uuid));
  return uuids.length === 0 ? null : [...new Set(uuids)];
}

/** The text of the second screen, under its title unless that only counts the screens of a heading: `Loops (2)`. */
function bodyOf(one: ScreenFields, { title, body_markdown }: ScreenFields): string {
  const isCounted = title.replace(COUNT, '') === one.title.replace(COUNT, '');
  return title === '' || one.title === '' || isCounted ? body_markdown : apart(headingOf(title), body_markdown);
}

export const COUNT = /\s{1,5}\(\d{1,4}\)$/;

/** A heading that shows the title as it is. */
function headingOf(title: string): string {
  const plain = `## ${title}`;
  return cutsOf(plain)?.cuts[0]?.heading?.text === title ? plain : `## ${title.replace(/[!-/:-@[-`{-~]/g, '\\$&')}`;
}

function apart(one: string, other: string): string {
  if (one.trim() === '' || other.trim() === '') return one.trim() === '' ? other : one;
  return `${one.trimEnd()}\n\n${other.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '')}`;
}

/** An empty line is an input, too. */
function lines(one: string, other: string): string {
  return one === '' || other === '' || /[\r\n]$/.test(one) ? one + other : `${one}\n${other}`;
}
