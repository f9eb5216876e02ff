import * as fc from 'fast-check';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { type Gap, textWithGaps } from '#features/questions/contract/kinds/gaps.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';

const SEED = '7b1c';

/** Right and wrong answers to a question, as learners would give them. */
export function answersTo({ task, options }: QuestionContent): readonly (readonly string[])[] {
  if (task) return [kindOf(task).solution(task, SEED), ...kindOf(task).mutants(task, SEED)];
  return Array.from({ length: 2 ** options.length }, (_, bits) =>
    options.flatMap((_option, at) => ((bits >> at) % 2 === 1 ? [String(at)] : [])),
  );
}

/** Whether an answer is right. */
export function isRightAnswer({ task, options }: QuestionContent, given: readonly string[]): boolean {
  if (task) return kindOf(task).judge(task, given, SEED).isCorrect;
  return options.every(({ valid }, at) => valid === given.includes(String(at)));
}

export function questionWith(of: Partial<QuestionContent>): QuestionContent {
  return {
    uuid: '00000000-0000-4000-8000-0000000000aa',
    question: 'Which?',
    select_type: 'single',
    options: [],
    task: null,
    skill_uuid: null,
    ...of,
  };
}

/** A text with signs that mean something in some format. */
const word = fc
  .string({ unit: fc.constantFrom(...Array.from('ab1é =~#{}:%*\\|[]<>&"\'$_-/')), minLength: 1, maxLength: 10 })
  .map((text) => `w${text.replaceAll(/\s+/g, ' ').trim()}`);
const words = (least: number, most: number) =>
  fc.uniqueArray(word, { minLength: least, maxLength: most, selector: (each) => each.toLowerCase() });
const feedback = (answers: readonly string[]) => answers.map((answer) => ({ answer, message: 'No.' }));
const number = fc.integer({ min: -10_000, max: 10_000 }).map((each) => String(each / 100));

const TASKS: Record<Exclude<QuestionTask['kind'], 'predict'>, fc.Arbitrary<QuestionTask>> = {
  number: fc
    .record({ value: number, tolerance: fc.constantFrom('', '0.01', '2'), unit: fc.constantFrom('', 'm', 'm/s²') })
    .map((fields) => ({
      kind: 'number',
      ...fields,
      tolerance_type: 'absolute',
      allows_formula: false,
      feedback: [],
    })),
  text: fc
    .record({ texts: words(2, 4), match: fc.constantFrom('exact' as const, 'ignore-case' as const) })
    .map(({ texts: [wrong = '', ...right], match }) => ({
      kind: 'text',
      answers: right.map((text) => ({ text, match })),
      feedback: feedback([wrong]),
    })),
  blanks: fc
    .record({ texts: words(4, 4), value: number, is_code: fc.boolean(), match_case: fc.boolean() })
    .map(({ texts: [a = '', b = '', c = '', d = ''], value, ...fields }) => {
      const gaps: Gap[] = [
        { type: 'text', answers: [a, b] },
        { type: 'number', value, tolerance: '0.5' },
        { type: 'menu', choices: [c, d] },
      ];
      return { kind: 'blanks', text: textWithGaps(gaps.flatMap((gap) => ['x ', gap])) ?? '', ...fields, feedback: [] };
    }),
  order: fc.record({ texts: words(2, 5), is_code: fc.boolean() }).map(({ texts, is_code }) => ({
    kind: 'order',
    lines: texts.map((text) => ({ text, group: null })),
    distractors: [],
    checks_indentation: false,
    is_code,
    accepts_other_orders: false,
    feedback: [],
  })),
  match: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 4 }).map((rights) => ({
    kind: 'match',
    pairs: rights.map((right, at) => ({ left: `Left **${at}**`, right: `right ${right}` })),
    spares: ['spare'],
    feedback: [],
  })),
};

/** Questions of every kind that other systems have, without what they don't. */
export const anyForeignQuestion: fc.Arbitrary<QuestionContent> = fc.oneof(
  ...Object.values(TASKS).map((tasks) => tasks.map((task) => questionWith({ task }))),
  fc
    .record({
      valid: fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
      select_type: fc.constantFrom('single' as const, 'multiple' as const),
    })
    .map(({ valid, select_type }) =>
      questionWith({
        select_type,
        options: valid.map((each, at) => ({
          label: `\`${at}\` is **it**`,
          feedback_message: at === 0 ? 'Hm.' : '',
          valid: select_type === 'single' ? at === 0 : each || at === 0,
          skill_uuid: null,
        })),
      }),
    ),
);
