import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainMap, type PlainMap } from '#platform/content/yaml/plain.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { type Cell, type CodeExercise, type ImportedDocument, storable, UnreadableFile } from '../cells.ts';
import { SUBMISSION } from '../checks/test-case.ts';
import { NoteList } from '../note-list.ts';
import type { Surroundings } from '../surroundings.ts';
import { exerciseCell, keptCheck, noteHints, questionCell, setupCode } from './parts.ts';

interface SwirlLesson {
  readonly notes: NoteList;
  /** Code that starts it. */
  readonly setup: string;
}

/** Whether a text is a lesson of swirl. */
export function isSwirl(text: string): boolean {
  return /^- Class: (?:meta|text|cmd_question|mult_question)\b/m.test(text.slice(0, 20_000));
}

/** A lesson of swirl, `lesson.yaml`, with the code beside it that starts it. @throws UnreadableFile */
export function readSwirl(text: string, around: Surroundings): ImportedDocument {
  const notes = new NoteList();
  const start = around.file('initLesson.R');
  const setup = start === null || !isUtf8(start) ? '' : storable(decodeUtf8(start));
  const cells: Cell[] = [];
  const items = itemsIn(text);
  const meta = items.find((item) => fieldOf(item, 'Class') === 'meta');
  for (const [index, item] of items.entries()) if (item !== meta) cells.push(...cellsOf(item, `Part ${index + 1}`, { notes, setup }));
  const title = (meta === undefined ? '' : fieldOf(meta, 'Lesson')).slice(0, LIMITS.titleMax);
  return { title, language: 'r', cells, marked: null, objectives: [], images: [], notes: notes.all };
}

function itemsIn(text: string): PlainMap[] {
  try {
    const value = toPlain(parseYaml(text));
    if (Array.isArray(value)) return value.filter(isPlainMap);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new UnreadableFile(`This lesson of swirl is not valid YAML: ${error.message}`);
  }
  throw new UnreadableFile('This lesson of swirl has no list of parts.');
}

function fieldOf(item: PlainMap, name: string): string {
  const value = item[name];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function cellsOf(item: PlainMap, place: string, lesson: SwirlLesson): Cell[] {
  const { notes } = lesson;
  const kind = fieldOf(item, 'Class');
  const output = fieldOf(item, 'Output');
  const text: Cell[] = output === '' ? [] : [{ kind: 'text', place, source: output }];
  const right = fieldOf(item, 'CorrectAnswer');
  if (kind === 'cmd_question' || kind === 'script') return [...text, exerciseOf(item, right, place, lesson)];
  if (kind === 'mult_question') {
    const choices = fieldOf(item, 'AnswerChoices')
      .split(';')
      .map((choice) => choice.trim())
      .filter((choice) => choice !== '');
    const options = choices.map((label) => ({
      label,
      valid: label === right,
      feedback_message: label === right ? '' : fieldOf(item, 'Hint'),
      skill_uuid: null,
    }));
    if (!options.some(({ valid }) => valid)) notes.add(place, 'None of the choices is the right answer of this question. Select it.');
    return [questionCell(place, { question: output, options }, notes.add)];
  }
  if (kind === 'exact_question' || kind === 'text_question' || kind === 'text_many_question' || kind === 'range_question') {
    const isNumber = kind === 'exact_question' && /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(right);
    if (kind === 'range_question' || kind === 'text_many_question')
      notes.add(place, `A ${kind} became a question for one answer. Check its answer.`);
    const task = isNumber
      ? numberTask(right)
      : ({ kind: 'text', answers: [{ text: right, match: 'ignore-case' }], feedback: [] } satisfies QuestionTask);
    noteHints(notes.add, place, [fieldOf(item, 'Hint')]);
    return [questionCell(place, { question: output, task }, notes.add)];
  }
  if (kind === 'figure') notes.add(place, `The figure that ${fieldOf(item, 'Figure') || 'a script'} draws was left out.`);
  else if (kind === 'video') notes.add(place, `The video ${fieldOf(item, 'VideoLink')} was left out.`);
  else if (kind !== 'text') notes.add(place, `A part of class “${kind.slice(0, 60)}” has no counterpart; its text was kept.`);
  return text;
}

function numberTask(value: string): Extract<QuestionTask, { kind: 'number' }> {
  return { kind: 'number', value, tolerance: '', tolerance_type: 'absolute', unit: '', allows_formula: false, feedback: [] };
}

/** Tests that compare the value of the command, its code, or the variable that it makes. */
const KNOWN = /^(?:omnitest|any_of_exprs|expr_identical_to|expr_creates_var|var_is_a|val_matches)\(/;

function exerciseOf(item: PlainMap, right: string, place: string, { notes, setup }: SwirlLesson): Cell {
  const tests = fieldOf(item, 'AnswerTests')
    .split(';')
    .map((test) => test.trim())
    .filter((test) => test !== '');
  const isCompared = right !== '' && tests.some((test) => KNOWN.test(test));
  const left = isCompared ? tests.filter((test) => !KNOWN.test(test)) : tests;
  if (left.length > 0)
    notes.add(
      place,
      `${left.length === 1 ? 'A test' : `${left.length} tests`} of this command ${left.length === 1 ? 'has no counterpart. It was' : 'have no counterpart. They were'} kept as a comment in the setup code, which learners don’t see.`,
    );
  if (isCompared) notes.add(place, 'The test of this command became unit tests that compare its result, which need the package testthat.');
  const setup_code = setupCode(setup, left.length === 0 ? '' : keptCheck('r', 'swirl', left.join('\n')));
  const tested: CodeExercise['fields'] = {
    unit_test_code: sameResult(right),
    unit_test_framework: 'testthat',
    unit_test_module: `${SUBMISSION}.R`,
    unit_test_shows: 'message',
  };
  const fields = { hint_markdown: fieldOf(item, 'Hint'), setup_code, ...(isCompared && tested) };
  return exerciseCell(place, 'r', right, { initial: '', fields });
}

/** A command is right if its value and its variables are those of the right answer. */
function sameResult(answer: string): string {
  return `source("${SUBMISSION}.R")

result_of <- function(code) {
  # Both draw the same random numbers.
  set.seed(1)
  scope <- new.env(parent = globalenv())
  value <- NULL
  for (expression in as.list(parse(text = code))) value <- eval(expression, scope)
  list(value = value, variables = as.list(scope, sorted = TRUE))
}

test_that("The command gives the right result", {
  submitted <- result_of(readLines("${SUBMISSION}.R", warn = FALSE))
  expected <- result_of(${JSON.stringify(answer)})
  if (!isTRUE(all.equal(submitted, expected))) testthat::fail("This is not the right command yet.")
  testthat::succeed()
})
`;
}
