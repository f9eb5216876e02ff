import type { QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { FILE_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import { unknownNames } from '#features/screens/rules/values/fill-in-values.ts';
import { type DrawnProblem, EQUAL_DRAWS, type TriedValues, tryDraws, tryValues } from '#features/screens/rules/values/try-values.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';
import type { Found, LessonDocuments } from './lesson-documents.ts';

type ValueRule = (documents: LessonDocuments, screen: ScreenContent, tried: TriedValues) => Iterable<Found>;

function* impossible(documents: LessonDocuments, screen: ScreenContent, { problems }: TriedValues): Iterable<Found> {
  const text = documents.text(screen, 'values');
  for (const { line, message } of problems) yield text.found('values-impossible', text.line(line), message);
}

function* equal(documents: LessonDocuments, screen: ScreenContent, { different }: TriedValues): Iterable<Found> {
  if (different !== 1) return;
  const text = documents.text(screen, 'values');
  yield text.found('values-equal', { start: 0, end: text.source.length }, EQUAL_DRAWS);
}

const PLACED: readonly FileText[] = FILE_TEXTS.filter((field) => field !== 'values');

function* unknown(documents: LessonDocuments, screen: ScreenContent, { draws: [first], problems }: TriedValues): Iterable<Found> {
  // Without problems nothing is defined, as where all lines became comments.
  const draw = first ?? (problems.length === 0 ? new Map() : null);
  if (!draw) return;
  const texts = [
    ...PLACED.map((field) => documents.text(screen, field)),
    ...documents.texts.filter((text) => text.screen === screen && text.field === 'questions'),
  ];
  for (const text of texts)
    for (const { name, ...span } of unknownNames(text.source, draw))
      yield text.found('values-unknown', span, `The screen has no value “${name}”, so learners see the braces.`);
}

function* doubtful(documents: LessonDocuments, screen: ScreenContent, { draws }: TriedValues): Iterable<Found> {
  const questions = screen.questions.map(asFields);
  for (const problem of tryDraws({ fields: screen.fields, questions }, draws)) yield found(documents, screen, problem);
}

function found(documents: LessonDocuments, screen: ScreenContent, { in: where, message }: DrawnProblem): Found {
  const rule = 'values-doubtful';
  const field = 'field' in where ? PLACED.find((each) => each === where.field) : undefined;
  if (field !== undefined) return documents.text(screen, field).found(rule, { start: 0, end: 0 }, message);
  const place =
    'question' in where
      ? documents.placeIn(`screens/${screen.folder}/questions.yaml`, [where.question, 'question'], {
          screen: screen.uuid,
          field: 'questions',
        })
      : documents.setting(screen, [where.field], where.field);
  return { rule, place, message, about: message };
}

function asFields({ question, select_type, options, task }: QuestionContent): QuestionFields {
  return {
    question,
    select_type,
    task,
    answer_options: options.map(({ skill_uuid: _skill, ...option }) => ({ ...option, skill_id: null })),
  };
}

const RULES: Readonly<Partial<Record<PreflightRuleId, ValueRule>>> = {
  'values-impossible': impossible,
  'values-equal': equal,
  'values-unknown': unknown,
  'values-doubtful': doubtful,
};

/** The rules about values that are drawn for each learner, each over the screens that have some. */
export const VALUE_RULES = Object.fromEntries(
  Object.entries(RULES).map(([rule, check]) => [
    rule,
    (documents: LessonDocuments) =>
      documents.lesson.screens.flatMap((screen) => (screen.fields.values === '' ? [] : [...check(documents, screen, triedOf(screen))])),
  ]),
) as Readonly<Partial<Record<PreflightRuleId, (documents: LessonDocuments) => Found[]>>>;

const tried = new WeakMap<ScreenContent, TriedValues>();

/** The tried values of a screen, which all rules read. */
function triedOf(screen: ScreenContent): TriedValues {
  const known = tried.get(screen) ?? tryValues(screen.fields.values);
  tried.set(screen, known);
  return known;
}
