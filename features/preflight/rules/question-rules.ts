import type { OptionContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { canRunAnswers } from '#features/learner-view/contract/learner-screen.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { drawQuestion, firstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';
import type { Fix, Found, LessonDocuments } from './lesson-documents.ts';

/** A question with its place. */
interface Asked {
  readonly documents: LessonDocuments;
  readonly screen: ScreenContent;
  readonly question: QuestionContent;
  readonly index: number;
}

type QuestionRule = (asked: Asked) => Iterable<Found>;

function ofQuestion({ documents, screen, question, index }: Asked, rule: PreflightRuleId, message: string, fix: Fix | null = null): Found {
  const file = `screens/${screen.folder}/questions.yaml`;
  const place = documents.placeIn(file, [index, 'question'], { screen: screen.uuid, field: 'questions' });
  return { rule, place, message, about: JSON.stringify(question), fix };
}

function ofChoice(
  { documents, screen, question, index }: Asked,
  rule: PreflightRuleId,
  at: number,
  message: string,
  fix: Fix | null = null,
): Found {
  const file = `screens/${screen.folder}/questions.yaml`;
  const place = documents.placeIn(file, [index, 'options', at, 'label'], { screen: screen.uuid, field: 'questions' });
  return { rule, place, message, about: `${question.uuid} ${JSON.stringify(question.options[at] ?? null)}`, fix };
}

function removeChoice({ screen, question }: Asked, index: number, option: OptionContent): Fix {
  const { label, feedback_message, valid, skill_uuid } = option;
  const remove = { label, feedback_message, valid, skill_uuid };
  return {
    label: 'Remove the choice',
    changes: [{ kind: 'choice', screen: screen.uuid, question: question.uuid, index, remove, insert: null }],
  };
}

const rightOnes = ({ question }: Asked) => question.options.filter(({ valid }) => valid);

/** The text of a choice, for comparing: letter case can matter in code. */
function plain({ label }: OptionContent): string {
  const text = label.trim().replaceAll(/\s+/g, ' ');
  return text.includes('`') || text.includes('$') ? text : text.toLowerCase().replace(/[.!]$/, '');
}

function* manyAnswers(asked: Asked): Iterable<Found> {
  const { screen, question } = asked;
  const right = rightOnes(asked).length;
  if (question.select_type !== 'single' || right < 2) return;
  const change = { kind: 'select-type', screen: screen.uuid, question: question.uuid, from: 'single', to: 'multiple' } as const;
  const fix = { label: 'Allow several', changes: [change] };
  yield ofQuestion(asked, 'question-many-answers', `${right} choices are right, but learners can only pick one.`, fix);
}

function* duplicates(asked: Asked): Iterable<Found> {
  const seen = new Map<string, { index: number; option: OptionContent }>();
  for (const [index, option] of asked.question.options.entries()) {
    const key = plain(option);
    if (key === '') continue;
    const first = seen.get(key);
    if (!first) seen.set(key, { index, option });
    else {
      // Which of the two counts is only clear if both do or neither.
      const fix = first.option.valid === option.valid && asked.question.options.length > 2 ? removeChoice(asked, index, option) : null;
      yield ofChoice(asked, 'question-duplicate-choice', index, `Choices ${first.index + 1} and ${index + 1} are the same.`, fix);
    }
  }
}

const PLACEHOLDER =
  /^(?:(?:option|choice|answer|wrong|right|correct|incorrect|wrong answer|right answer|distractor|label|text)[\s_-]*(?:[a-z]|\d+)?|asdf\w*|foo|bar|baz|blah|xxx+|\?+|\.{2,}|-+|n\/a|placeholder)$/i;

function* implausible(asked: Asked): Iterable<Found> {
  for (const [index, option] of asked.question.options.entries()) {
    const label = option.label.trim();
    if (!PLACEHOLDER.test(label)) continue;
    const fix = !option.valid && asked.question.options.length > 2 ? removeChoice(asked, index, option) : null;
    yield ofChoice(asked, 'question-implausible', index, `No learner would pick “${label}”.`, fix);
  }
}

function* tellingLength(asked: Asked): Iterable<Found> {
  const { options } = asked.question;
  const right = rightOnes(asked);
  const [only] = right;
  if (right.length !== 1 || !only || options.length < 3) return;
  const others = Math.max(...options.filter((option) => option !== only).map(({ label }) => label.trim().length));
  const own = only.label.trim().length;
  if (own < 60 || own < 2.5 * others) return;
  const message = 'The right choice is much longer than all others, which gives it away.';
  yield ofChoice(asked, 'question-telling-length', options.indexOf(only), message);
}

/** The rules about every kind of question. */
const ANY_KIND: Partial<Record<PreflightRuleId, QuestionRule>> = {
  *'question-empty'(asked) {
    if (asked.question.question.trim() === '') yield ofQuestion(asked, 'question-empty', 'This question has no text.');
  },
  *'question-no-answer'(asked) {
    const task = drawnTask(asked);
    if (task === null) yield* noRightChoice(asked);
    else if (!kindOf(task).isAnswerable(task))
      yield ofQuestion(asked, 'question-no-answer', kindOf(task).warnings(task)[0] ?? 'No answer can be right.');
  },
  *'question-doubtful'(asked) {
    yield* ordersThatNeverRun(asked);
    // What draws make of it is said by the rules about values.
    const task = asked.screen.fields.values === '' ? asked.question.task : null;
    if (task === null) return;
    // The first one says why no answer can be right.
    const warnings = kindOf(task).warnings(task);
    for (const warning of kindOf(task).isAnswerable(task) ? warnings : warnings.slice(1))
      yield ofQuestion(asked, 'question-doubtful', warning);
  },
};

function* ordersThatNeverRun(asked: Asked): Iterable<Found> {
  const { documents, screen, question } = asked;
  const { fields } = documents.lesson;
  if (question.task?.kind !== 'order' || !question.task.accepts_other_orders || canRunAnswers(fields, screen)) return;
  const why = fields.type === 'assessment' ? 'nothing runs when an assessment is handed in' : 'the screen checks no code';
  yield ofQuestion(asked, 'question-doubtful', `Other orders are never accepted here: ${why}.`);
}

/** The task as the author's draw has it: its answer may be a formula. */
function drawnTask({ screen, question }: Asked): QuestionContent['task'] {
  const draw = firstDraw(screen.fields);
  return draw === null ? question.task : drawQuestion(question, draw).task;
}

function* noRightChoice(asked: Asked): Iterable<Found> {
  if (asked.question.options.length > 0 && rightOnes(asked).length === 0)
    yield ofQuestion(asked, 'question-no-answer', 'No choice is right, so this question can’t be answered.');
}

/** The rules about multiple choice. */
const CHOICES: Partial<Record<PreflightRuleId, QuestionRule>> = {
  *'question-few-choices'(asked) {
    if (asked.question.options.length < 2) yield ofQuestion(asked, 'question-few-choices', 'This question needs at least two choices.');
  },
  *'question-empty-choice'(asked) {
    const { options } = asked.question;
    for (const [index, option] of options.entries()) {
      if (option.label.trim() !== '') continue;
      const fix = !option.valid && options.length > 2 ? removeChoice(asked, index, option) : null;
      yield ofChoice(asked, 'question-empty-choice', index, `Choice ${index + 1} is empty.`, fix);
    }
  },
  'question-many-answers': manyAnswers,
  *'question-all-right'(asked) {
    const { options, select_type } = asked.question;
    if (select_type === 'multiple' && options.length > 1 && rightOnes(asked).length === options.length)
      yield ofQuestion(asked, 'question-all-right', 'All choices are right, so there is nothing to decide.');
  },
  'question-duplicate-choice': duplicates,
  'question-implausible': implausible,
  'question-telling-length': tellingLength,
  *'feedback-missing'(asked) {
    for (const [index, option] of asked.question.options.entries())
      if (option.feedback_message.trim() === '' && option.label.trim() !== '')
        yield ofChoice(asked, 'feedback-missing', index, `Choice ${index + 1} has no feedback.`);
  },
};

/** The rules about questions, each over all questions of a lesson. */
export const QUESTION_RULES = Object.fromEntries(
  Object.entries({ ...ANY_KIND, ...CHOICES }).map(([rule, check]) => [
    rule,
    (documents: LessonDocuments) =>
      documents.lesson.screens.flatMap((screen) =>
        screen.questions.flatMap((question, index) =>
          question.task === null || rule in ANY_KIND ? [...check({ documents, screen, question, index })] : [],
        ),
      ),
  ]),
) as Readonly<Partial<Record<PreflightRuleId, (documents: LessonDocuments) => Found[]>>>;
