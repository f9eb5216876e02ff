import type { LessonContent, OptionContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import type { PreflightRuleId } from '#features/preflight/contract/preflight-rules.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';

export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function screen(fields: Partial<ScreenFields>, rest: Partial<ScreenContent> = {}): ScreenContent {
  return {
    uuid: uuid(1),
    folder: 'one',
    fields: { ...emptyScreenFields('text'), title: 'One', ...fields },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
    ...rest,
  };
}

export function lesson(
  screens: readonly ScreenContent[],
  rest: Partial<Omit<LessonContent, 'fields'>> & { fields?: Partial<LessonFields> } = {},
) {
  const { fields, ...others } = rest;
  return {
    uuid: uuid(900),
    sequence: 12,
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens: [...screens],
    ...others,
    fields: { ...emptyLessonFields({ title: 'Loops', author: 'Ada' }), ...fields },
  } satisfies LessonContent;
}

export const text = (body_markdown: string, rest: Parameters<typeof lesson>[1] = {}) => lesson([screen({ body_markdown })], rest);

/** A code screen at which there is nothing to find. */
const CODE: Partial<ScreenFields> = {
  type: 'code',
  instructions_markdown: 'Do it.',
  hint_markdown: 'Think.',
  answer_code: 'x = 1',
  check_val: '1',
};
export const code = (fields: Partial<ScreenFields>, rest: Parameters<typeof lesson>[1] = {}, parts: Partial<ScreenContent> = {}) =>
  lesson([screen({ ...CODE, ...fields }, parts)], rest);

export const choice = (label: string, valid = false, feedback_message = 'So it is.'): OptionContent => ({
  label,
  valid,
  feedback_message,
  skill_uuid: null,
});
export const asked = (options: readonly OptionContent[], rest: Partial<QuestionContent> = {}) =>
  lesson([
    screen(
      {},
      {
        questions: [
          { uuid: uuid(50), question: 'Which?', select_type: 'single', options: [...options], task: null, skill_uuid: null, ...rest },
        ],
      },
    ),
  ]);

interface Case {
  readonly rule: PreflightRuleId;
  readonly is: string;
  readonly lesson: LessonContent;
  /** `file:line:column`, and the column behind the end. */
  readonly at: string;
  /** What the fix makes of the text, the choices or the setting; absent: there is no fix. */
  readonly fixed?: (lesson: LessonContent) => unknown;
  readonly to?: unknown;
}

const LEARN = 'screens/one/learn.md';
const QUESTIONS = 'screens/one/questions.yaml';
const SETTINGS = 'screens/one/screen.yaml';
const body = ({ screens }: LessonContent) => screens[0]?.fields.body_markdown;
const field = (name: keyof ScreenFields) => (given: LessonContent) => given.screens[0]?.fields[name];
const labels = ({ screens }: LessonContent) => screens[0]?.questions[0]?.options.map(({ label }) => label);
export const cat = { images: [{ file_name: 'cat.png' }] };
const longAnswer = 'total = sum(values)\nmean = total / len(values)\nprint(round(mean, 2))';

export const CASES: readonly Case[] = [
  {
    rule: 'image-missing',
    is: 'an image of another spelling',
    lesson: text('Look:\n\n![A cat](../../images/Cat.PNG) there', cat),
    at: `${LEARN}:3:1-31`,
    fixed: body,
    to: 'Look:\n\n![A cat](../../images/cat.png) there',
  },
  {
    rule: 'image-missing',
    is: 'an image that is gone',
    lesson: text('a ![A dog](images/dog.png)\n'),
    at: `${LEARN}:1:3-27`,
    fixed: body,
    to: 'a \n',
  },
  {
    rule: 'image-missing',
    is: 'an image of HTML',
    lesson: text('x\n\n<p>\n<img alt="A dog" src="images/dog.png">\n</p>'),
    at: `${LEARN}:4:1-39`,
  },
  {
    rule: 'image-address',
    is: 'a path of the author’s disk',
    lesson: text('![A cat](C:/cat.png)'),
    at: `${LEARN}:1:1-21`,
    fixed: body,
    to: '',
  },
  {
    rule: 'image-alt-missing',
    is: 'an image with a title only',
    lesson: text('![](images/cat.png "A cat")', cat),
    at: `${LEARN}:1:1-28`,
    fixed: body,
    to: '![A cat](images/cat.png "A cat")',
  },
  { rule: 'image-alt-missing', is: 'an image without anything', lesson: text('a\n![](images/cat.png)', cat), at: `${LEARN}:2:1-20` },
  { rule: 'image-alt-file-name', is: 'a file name', lesson: text('![cat.png](images/cat.png)', cat), at: `${LEARN}:1:1-27` },
  { rule: 'image-alt-file-name', is: 'no description', lesson: text('![Image 1](images/cat.png)', cat), at: `${LEARN}:1:1-27` },
  {
    rule: 'image-alt-repeated',
    is: 'an image beside the same words',
    lesson: text('<a href="https://a.b"><img alt="Cats" src="images/cat.png"> Cats</a>', cat),
    at: `${LEARN}:1:23-60`,
    fixed: body,
    to: '<a href="https://a.b"><img alt="" src="images/cat.png"> Cats</a>',
  },
  {
    rule: 'image-decoration-exposed',
    is: 'decoration that can get the focus',
    lesson: text('<img alt="" tabindex="0" src="images/cat.png">', cat),
    at: `${LEARN}:1:1-47`,
    fixed: body,
    to: '<img alt="" src="images/cat.png">',
  },
  {
    rule: 'image-unused',
    is: 'an image that no text shows',
    lesson: text('Nothing.', cat),
    at: 'images/cat.png:1:1-1',
    fixed: ({ images }) => images,
    to: [],
  },
  { rule: 'heading-empty', is: 'a heading of marks', lesson: text('a\n\n##\n\nb'), at: `${LEARN}:3:1-3`, fixed: body, to: 'a\n\n\nb' },
  {
    rule: 'heading-order',
    is: 'a heading two levels below',
    lesson: text('## A\n\n#### B\n\nc'),
    at: `${LEARN}:3:1-7`,
    fixed: body,
    to: '## A\n\n### B\n\nc',
  },
  { rule: 'link-empty', is: 'a link without text', lesson: text('a [](https://a.b) c'), at: `${LEARN}:1:3-18`, fixed: body, to: 'a  c' },
  {
    rule: 'link-empty',
    is: 'a link around an image without alt text',
    lesson: text('<a href="https://a.b"><img alt="" src="images/cat.png"></a>', cat),
    at: `${LEARN}:1:1-23`,
  },
  { rule: 'link-address', is: 'a link to nothing', lesson: text('a [b]() c'), at: `${LEARN}:1:3-8`, fixed: body, to: 'a b c' },
  { rule: 'link-address', is: 'a link to a program', lesson: text('[b](ftp://c.d/e)'), at: `${LEARN}:1:1-17`, fixed: body, to: 'b' },
  {
    rule: 'link-broken',
    is: 'a link to a screen that is gone',
    lesson: text('See [the next](../two/learn.md).'),
    at: `${LEARN}:1:5-32`,
    fixed: body,
    to: 'See the next.',
  },
  {
    rule: 'link-broken',
    is: 'a place that the text lacks',
    lesson: text('See [below](#below).'),
    at: `${LEARN}:1:5-20`,
    fixed: body,
    to: 'See below.',
  },
  {
    rule: 'link-relative',
    is: 'a link that only git understands',
    lesson: text('See [this](../one/learn.md).'),
    at: `${LEARN}:1:5-28`,
    fixed: body,
    to: 'See this.',
  },
  {
    rule: 'table-header-empty',
    is: 'a table whose first row has the headers',
    lesson: text('a\n\n|  |  |\n|--|--|\n| A | B |\n| 1 | 2 |\n\nb'),
    at: `${LEARN}:3:1-10`,
    fixed: body,
    to: 'a\n\n| A | B |\n|--|--|\n| 1 | 2 |\n\nb',
  },
  { rule: 'table-header-empty', is: 'a table without headers', lesson: text('a\n\n|  |  |\n|--|--|\n| 1 | 2 |'), at: `${LEARN}:3:1-10` },
  {
    rule: 'table-headers-broken',
    is: 'a cell whose header is gone',
    lesson: text('a\n\n<table>\n<tr><th id="a">A</th></tr>\n<tr><td headers="b">1</td></tr>\n</table>'),
    at: `${LEARN}:5:5-21`,
    fixed: body,
    to: 'a\n\n<table>\n<tr><th id="a">A</th></tr>\n<tr><td>1</td></tr>\n</table>',
  },
  {
    rule: 'table-header-unused',
    is: 'a row that is too short',
    lesson: text('<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td>1</td></tr>\n</table>'),
    at: `${LEARN}:2:15-19`,
  },
  {
    rule: 'language-invalid',
    is: 'a language with a longer code than its own',
    lesson: text('See <span lang="fra">bonjour</span>.'),
    at: `${LEARN}:1:5-22`,
    fixed: body,
    to: 'See <span lang="fr">bonjour</span>.',
  },
  {
    rule: 'frame-title-missing',
    is: 'a video',
    lesson: text('<iframe src="https://www.youtube.com/embed/x"></iframe>'),
    at: `${LEARN}:1:1-47`,
  },
  { rule: 'formula-broken', is: 'an unknown command', lesson: text(String.raw`a $\frac{1$ b`), at: `${LEARN}:1:4-11` },
  {
    rule: 'spelling-language',
    is: 'a text in French',
    lesson: text('Dans cette leçon, nous allons lire un fichier qui contient les noms des oiseaux et leur poids.'),
    at: `${LEARN}:1:1-5`,
  },
  {
    rule: 'merge-marker',
    is: 'a whole conflict, of which one side is left',
    lesson: text('a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\nd'),
    at: `${LEARN}:2:1-13`,
    fixed: body,
    to: 'a\nb\nd',
  },
  { rule: 'merge-marker', is: 'a conflict in a text', lesson: text('a\n<<<<<<< HEAD\nb\n=======\nc\n'), at: `${LEARN}:2:1-13` },
  {
    rule: 'merge-marker',
    is: 'a conflict in code',
    lesson: code({ initial_code: 'a\n>>>>>>> main' }),
    at: 'screens/one/code/initial.py:2:1-13',
  },
  {
    rule: 'leftover',
    is: 'a note in a comment',
    lesson: text('a\n<!-- TODO: more -->\nb'),
    at: `${LEARN}:2:6-10`,
    fixed: body,
    to: 'a\nb',
  },
  { rule: 'leftover', is: 'filling text', lesson: text('Lorem ipsum dolor sit amet.'), at: `${LEARN}:1:1-12` },
  {
    rule: 'leftover',
    is: 'a note in code',
    lesson: code({ answer_code: 'x = 1\n# FIXME: faster' }),
    at: 'screens/one/code/answer.py:2:3-8',
    fixed: field('answer_code'),
    to: 'x = 1\n',
  },
  { rule: 'leftover', is: 'a note in the settings', lesson: text('a', { fields: { description: 'TBD' } }), at: 'lesson.yaml:8:14-17' },
  {
    rule: 'question-empty',
    is: 'no question',
    lesson: asked([choice('a', true), choice('b')], { question: ' ' }),
    at: `${QUESTIONS}:2:13-16`,
  },
  { rule: 'question-few-choices', is: 'one choice', lesson: asked([choice('a', true)]), at: `${QUESTIONS}:2:13-19` },
  {
    rule: 'question-empty-choice',
    is: 'a choice without text',
    lesson: asked([choice('a', true), choice('b'), choice('')]),
    at: `${QUESTIONS}:10:14-16`,
    fixed: labels,
    to: ['a', 'b'],
  },
  {
    rule: 'question-no-answer',
    is: 'a number without a value',
    lesson: asked([], { task: QuestionTask.parse({ kind: 'number' }) }),
    at: `${QUESTIONS}:2:13-19`,
  },
  {
    rule: 'question-doubtful',
    is: 'a wrong answer that is right',
    lesson: asked([], {
      task: QuestionTask.parse({ kind: 'text', answers: [{ text: 'a' }], feedback: [{ answer: 'A', message: 'No.' }] }),
    }),
    at: `${QUESTIONS}:2:13-19`,
  },
  {
    rule: 'image-missing',
    is: 'an image in feedback on a wrong answer',
    lesson: asked([], {
      task: QuestionTask.parse({ kind: 'number', value: '3', feedback: [{ answer: '4', message: '![A dog](images/dog.png)' }] }),
    }),
    at: `${QUESTIONS}:7:17-41`,
  },
  { rule: 'question-no-answer', is: 'nothing is right', lesson: asked([choice('a'), choice('b')]), at: `${QUESTIONS}:2:13-19` },
  {
    rule: 'question-many-answers',
    is: 'two are right',
    lesson: asked([choice('a', true), choice('b', true), choice('c')]),
    at: `${QUESTIONS}:2:13-19`,
    fixed: ({ screens }) => screens[0]?.questions[0]?.select_type,
    to: 'multiple',
  },
  {
    rule: 'question-all-right',
    is: 'everything is right',
    lesson: asked([choice('a', true), choice('b', true)], { select_type: 'multiple' }),
    at: `${QUESTIONS}:2:13-19`,
  },
  {
    rule: 'question-duplicate-choice',
    is: 'the same twice',
    lesson: asked([choice('a', true), choice('Two words'), choice('two  words.')]),
    at: `${QUESTIONS}:10:14-25`,
    fixed: labels,
    to: ['a', 'Two words'],
  },
  {
    rule: 'question-implausible',
    is: 'a placeholder among others',
    lesson: asked([choice('a', true), choice('b'), choice('???')]),
    at: `${QUESTIONS}:10:14-17`,
    fixed: labels,
    to: ['a', 'b'],
  },
  { rule: 'question-implausible', is: 'a placeholder', lesson: asked([choice('a', true), choice('Option B')]), at: `${QUESTIONS}:8:14-22` },
  {
    rule: 'question-telling-length',
    is: 'a long right choice',
    lesson: asked([
      choice('It sums up each group of rows and shows the groups in the order of their names', true),
      choice('It sorts'),
      choice('It fails'),
    ]),
    at: `${QUESTIONS}:5:14-92`,
  },
  {
    rule: 'feedback-missing',
    is: 'a choice without feedback',
    lesson: asked([choice('a', true), choice('b', false, '')]),
    at: `${QUESTIONS}:8:14-15`,
  },
  { rule: 'lesson-empty', is: 'no screens', lesson: lesson([]), at: 'lesson.yaml:3:8-13' },
  { rule: 'screen-empty', is: 'no text', lesson: text(''), at: `${SETTINGS}:2:7-11` },
  {
    rule: 'screen-title-missing',
    is: 'a heading, but no title',
    lesson: lesson([screen({ title: '', body_markdown: '## For `loops`' })]),
    at: `${SETTINGS}:3:8-10`,
    fixed: field('title'),
    to: 'For loops',
  },
  { rule: 'language-missing', is: 'code without a language', lesson: code({}, { fields: { language: null } }), at: `${SETTINGS}:2:7-11` },
  { rule: 'instructions-missing', is: 'a code screen', lesson: code({ instructions_markdown: '' }), at: `${SETTINGS}:2:7-11` },
  { rule: 'hint-missing', is: 'a code screen', lesson: code({ hint_markdown: '' }), at: `${SETTINGS}:2:7-11` },
  { rule: 'skills-missing', is: 'an assessment', lesson: code({}, { fields: { type: 'assessment' } }), at: `${SETTINGS}:2:7-11` },
  { rule: 'answer-missing', is: 'a code screen', lesson: code({ answer_code: '' }), at: `${SETTINGS}:2:7-11` },
  {
    rule: 'answer-unchecked',
    is: 'a code screen whose output is known',
    lesson: code({ check_val: null }, {}, { answer_output: { stdout: '1', stderr: '', images: [] } }),
    at: `${SETTINGS}:2:7-11`,
    fixed: field('check_output'),
    to: true,
  },
  { rule: 'answer-unchecked', is: 'a code screen', lesson: code({ check_val: null }), at: `${SETTINGS}:2:7-11` },
  {
    rule: 'answer-visible',
    is: 'the answer in the initial code',
    lesson: code({ answer_code: longAnswer, initial_code: `# Start\n${longAnswer}\n# End` }),
    at: 'screens/one/code/initial.py:2:1-1',
    fixed: field('initial_code'),
    to: '# Start\n# End',
  },
  {
    rule: 'answer-visible',
    is: 'the answer in a listing, in other lines',
    lesson: code({ answer_code: longAnswer, body_markdown: `So:\n\n\`\`\`python\n${longAnswer.replaceAll('\n', '\n\n')}\n\`\`\`\n` }),
    at: `${LEARN}:4:1-1`,
  },
  {
    rule: 'earlier-screen-missing',
    is: 'a deleted screen that this one runs after',
    lesson: code({ runs_after: [uuid(7)] }),
    at: `${SETTINGS}:6:3-41`,
    fixed: field('runs_after'),
    to: null,
  },
  {
    rule: 'output-not-recorded',
    is: 'output that was never recorded',
    lesson: code({ check_output: true }),
    at: `${SETTINGS}:4:15-19`,
    fixed: field('check_output'),
    to: false,
  },
  {
    rule: 'custom-check-off',
    is: 'a check that is off',
    lesson: code({ custom_check_code: 'assert x\n' }),
    at: 'screens/one/code/custom_check.py:1:1-9',
    fixed: ({ fields }) => fields.custom_check_enabled,
    to: true,
  },
  {
    rule: 'code-random',
    is: 'numbers without a seed',
    lesson: code({ answer_code: 'import numpy as np\nx = np.random.rand(3)' }),
    at: 'screens/one/code/answer.py:2:5-20',
    fixed: field('answer_code'),
    to: 'import numpy as np\nnp.random.seed(0)\nx = np.random.rand(3)',
  },
  {
    rule: 'code-random',
    is: 'R without a seed',
    lesson: code({ answer_code: 'x <- rnorm(3)' }, { fields: { language: 'r' } }),
    at: 'screens/one/code/answer.R:1:6-12',
    fixed: field('answer_code'),
    to: 'set.seed(1)\nx <- rnorm(3)',
  },
  { rule: 'code-clock', is: 'today', lesson: code({ answer_code: 'x = 1\ny = date.today()' }), at: 'screens/one/code/answer.py:2:5-16' },
  {
    rule: 'code-clock',
    is: 'the shell’s date',
    lesson: code({ answer_code: 'echo $(date)' }, { fields: { language: 'cli' } }),
    at: 'screens/one/code/answer.sh:1:8-12',
  },
  {
    rule: 'code-reads-input',
    is: 'Python’s input',
    lesson: code({ answer_code: '# input()\nname = input("Name? ")' }),
    at: 'screens/one/code/answer.py:2:8-14',
  },
  {
    rule: 'code-reads-input',
    is: 'R’s input',
    lesson: code({ answer_code: 'x <- readLines(file("stdin"), 1)' }, { fields: { language: 'r' } }),
    at: 'screens/one/code/answer.R:1:16-28',
  },
  {
    rule: 'file-unknown',
    is: 'another spelling of a file',
    lesson: code({ answer_code: 'x = pd.read_csv("Birds.csv")' }, { data_files: [{ ...defaultDataFile('birds.csv'), preview: true }] }),
    at: 'screens/one/code/answer.py:1:18-27',
    fixed: field('answer_code'),
    to: 'x = pd.read_csv("birds.csv")',
  },
  {
    rule: 'file-refused',
    is: 'two images that differ only in case',
    lesson: text('![A cat](../../images/late.png)![A dog](../../images/Late.png)', {
      images: [{ file_name: 'Late.png' }, { file_name: 'late.png' }],
    }),
    at: 'images/late.png:1:1-1',
  },
  {
    rule: 'file-refused',
    is: 'two images that differ only in the encoding of a letter',
    lesson: text('![A house](../../images/Ge\u00e4st.png)', {
      images: [{ file_name: 'Gea\u0308st.png' }, { file_name: 'Ge\u00e4st.png' }],
    }),
    at: 'images/Ge\u00e4st.png:1:1-1',
  },
  {
    rule: 'file-refused',
    is: 'a page among the images',
    lesson: text('![A cat](../../images/cat.html)', { images: [{ file_name: 'cat.html' }] }),
    at: 'images/cat.html:1:1-1',
  },
  {
    rule: 'file-unused',
    is: 'a file that no code names',
    lesson: code({}, { data_files: [defaultDataFile('birds.csv')] }),
    at: 'files/birds.csv:1:1-1',
    fixed: ({ data_files }) => data_files,
    to: [],
  },
  {
    rule: 'file-name-hidden',
    is: 'a name that reads as another one',
    lesson: code({ answer_code: 'open("data\u202evsc.txt")' }, { data_files: [defaultDataFile('data\u202evsc.txt')] }),
    at: 'files/data\u202evsc.txt:1:1-1',
  },
];
