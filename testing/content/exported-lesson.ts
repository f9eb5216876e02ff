import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';

type Screen = Partial<ScreenContent['fields']> & Partial<Pick<ScreenContent, 'questions' | 'answer_output'>>;

/** A lesson for tests of exports, with an image `cat.png` if a text shows it. */
export function exportedLesson(screens: readonly Screen[], fields: Partial<LessonFields> = {}): LessonContent {
  return {
    uuid: '00000000-0000-4000-8000-00000000000f',
    sequence: 7,
    fields: {
      ...emptyLessonFields({ title: 'Loops & *stars*', author: 'Ada' }),
      overview: 'About loops.',
      objectives: ['Write a loop', 'Stop it'],
      ...fields,
    },
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: JSON.stringify(screens).includes('/cat.png') ? [{ file_name: 'cat.png' }] : [],
    screens: screens.map(({ questions = [], answer_output = null, ...own }, index) => ({
      uuid: `00000000-0000-4000-8000-00000000000${index}`,
      folder: `screen-${index}`,
      fields: { ...emptyScreenFields(), ...own },
      skills: [],
      questions,
      tests: [],
      answer_output,
      answer_variables: [],
    })),
  };
}

const BOXES = `Before.

::: note
A note with a [link](https://example.org).
:::
Directly after it.

:::: {.challenge title="Count: to 3"}
Try.

::: solution
\`\`\`python
print(3)
\`\`\`
:::
::::

::: {.tip title="Folded" collapse="true"}
Text
:::`;

/** A lesson with everything that documents hold. */
export const WHOLE_LESSON = exportedLesson([
  { title: 'Start `here`_', body_markdown: `## A heading of its own\n\n${BOXES}\n\n![A cat](../../images/cat.png)\n\n$$\nx^2\n$$` },
  {
    title: 'Sum',
    type: 'code',
    body_markdown: 'Text',
    instructions_markdown: 'Add *them*.',
    hint_markdown: 'Use `sum`.\n\n- one\n- two',
    setup_code: 'import math',
    display_code: 'numbers = [1, 2]',
    should_run_display_code: true,
    runs_after: 'all',
    initial_code: 'total = ',
    answer_code: 'total = sum(numbers)\nprint(total)',
    check_output: true,
    answer_output: { stdout: '3\n', stderr: '', images: [] },
    questions: [
      {
        uuid: '00000000-0000-4000-8000-0000000000aa',
        question: 'Which?\n\n1. first\n2. second',
        select_type: 'multiple',
        options: [
          { label: 'One\n\nand more', feedback_message: 'No.', valid: false, skill_uuid: null },
          { label: '`two`', feedback_message: '', valid: true, skill_uuid: null },
        ],
        task: null,
        skill_uuid: null,
      },
      {
        uuid: '00000000-0000-4000-8000-0000000000ab',
        question: 'In which order?',
        select_type: 'single',
        options: [],
        task: {
          kind: 'order',
          lines: [
            { text: 'total = 0', group: null },
            { text: '    total += 1  # ```', group: 1 },
          ],
          distractors: ['total = ""'],
          checks_indentation: true,
          is_code: true,
          accepts_other_orders: true,
          feedback: [{ answer: 'total = ""', message: 'A **text**.' }],
        },
        skill_uuid: null,
      },
    ],
  },
  { title: 'Fails', type: 'code', instructions_markdown: 'Divide.', initial_code: '1', answer_code: '1 / 0', error_okay: true },
  { title: 'Takeaways', type: 'takeaways', body_markdown: '- Loops repeat.' },
]);
