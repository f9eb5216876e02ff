import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { gapsOf } from '#features/questions/contract/kinds/gaps.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { textsWith } from '#features/screens/contract/screen-texts.ts';
import type { ExportLoss } from '../../contract.ts';
import { questionScreens, whyLeftOut } from './exported-questions.ts';

type QuestionFormat = 'moodle' | 'qti';

const THING = { moodle: 'the Moodle file', qti: 'the QTI package' } as const satisfies Record<QuestionFormat, string>;

/** Moodle's shares are those of at most so many answers. */
const MOODLE_RIGHTS_MAX = 10;

/** What a lesson has and a file of questions can't hold, in the order of its screens. */
export function questionLosses(lesson: LessonContent, format: QuestionFormat): ExportLoss[] {
  const thing = THING[format];
  const exported = questionScreens(lesson);
  if (exported.length === 0)
    return [{ screen: null, title: '', reason: `This lesson has no questions for ${thing}, so it isn’t included.` }];
  const left = lesson.screens.filter(({ questions }) => questions.length === 0).length;
  const others =
    left === 0 ? '' : ` ${left === 1 ? 'One screen has' : `${left} screens have`} no questions, and ${left === 1 ? 'is' : 'are'} left out.`;
  return [
    { screen: null, title: '', reason: `Only questions are in ${thing}, with the texts above them.${others}` },
    ...lesson.screens.flatMap((screen, index) =>
      [...new Set(screenReasons(screen, format))].map((reason) => ({ screen: index + 1, title: screen.fields.title, reason })),
    ),
  ];
}

function screenReasons(screen: ScreenContent, format: QuestionFormat): string[] {
  const { fields, questions, skills } = screen;
  const thing = THING[format];
  if (questions.length === 0) return [];
  const texts = textsWith({ kind: 'markdown' })
    .filter((field) => field !== 'body_markdown' && fields[field].trim() !== '')
    .map((field) => SCREEN_FIELD_LABELS[field]);
  const hasSkills =
    skills.length > 0 || questions.some(({ options, skill_uuid }) => [{ skill_uuid }, ...options].some((each) => each.skill_uuid !== null));
  return [
    ...questions.flatMap((question) => {
      const why = whyLeftOut(question, screen);
      if (why === 'values') return [`Its questions aren’t in ${thing}: each learner gets other values.`];
      return why === 'predict' ? [`Questions that predict an output aren’t in ${thing}.`] : questionReasons(question, format);
    }),
    ...(texts.length > 0 ? [`These texts of the screen aren’t in ${thing}: ${texts.join(', ')}.`] : []),
    ...(fields.type === 'code' ? [`Its code isn’t in ${thing}.`] : []),
    ...(hasSkills ? [`Its skills aren’t in ${thing}.`] : []),
  ];
}

function questionReasons({ select_type, options, task }: QuestionContent, format: QuestionFormat): string[] {
  if (task) return taskReasons(task, format);
  const rights = options.filter(({ valid }) => valid).length;
  if (format === 'moodle' && select_type === 'multiple' && rights > MOODLE_RIGHTS_MAX)
    return [`Moodle may refuse a question with more than ${MOODLE_RIGHTS_MAX} right options.`];
  return rights === 0 && format === 'moodle' ? ['Moodle has no right answer for a question without a right option.'] : [];
}

function taskReasons(task: QuestionTask, format: QuestionFormat): string[] {
  const thing = THING[format];
  const isQti = format === 'qti';
  const feedback = task.feedback.some(({ message }) => message.trim() !== '');
  const reasons = {
    number: (each: Extract<QuestionTask, { kind: 'number' }>) => [
      each.allows_formula && `Learners can’t type formulas such as 3/4 in ${thing}.`,
      isQti && each.unit.trim() !== '' && 'The unit is beside the field in the QTI package. Learners don’t type it.',
    ],
    text: (each: Extract<QuestionTask, { kind: 'text' }>) => [
      !isQti &&
        new Set(each.answers.map(({ match }) => match === 'exact')).size > 1 &&
        'Letter case counts in some answers of a question. In Moodle, it counts in none of them.',
    ],
    blanks: (each: Extract<QuestionTask, { kind: 'blanks' }>) => [
      isQti && feedback && 'Feedback on gaps isn’t in the QTI package.',
      gapsOf(each.text).length === 0 && `A text without gaps asks nothing in ${thing}.`,
    ],
    order: (each: Extract<QuestionTask, { kind: 'order' }>) => [
      each.lines.some(({ group }) => group !== null) && `Lines that can change places have one order in ${thing}.`,
      each.checks_indentation && `Learners don’t indent lines in ${thing}.`,
      each.accepts_other_orders && `Other orders whose program passes the check are wrong in ${thing}.`,
      !isQti && each.distractors.some((line) => line.trim() !== '') && 'Lines that don’t belong aren’t in the Moodle file.',
      feedback && `Feedback on lines isn’t in ${thing}.`,
    ],
    match: (each: Extract<QuestionTask, { kind: 'match' }>) => [
      !isQti &&
        [...each.pairs.map(({ right }) => right), ...each.spares].some((text) => /[`*_$[<]/.test(text)) &&
        'Choices to match are plain text in Moodle.',
      feedback && `Feedback on choices to match isn’t in ${thing}.`,
    ],
    predict: () => [],
  };
  const of = reasons[task.kind] as (each: QuestionTask) => (string | false)[];
  return of(task).filter((reason) => reason !== false);
}
