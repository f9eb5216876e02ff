import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { codePath } from '#features/documents/rules/text-files.ts';
import type { PreflightRuleId } from '#features/preflight/contract/preflight-rules.ts';
import { SCREEN_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';

/** A mistake in a lesson, and where preflight should find it. */
interface Planted {
  readonly lesson: LessonContent;
  readonly rule: PreflightRuleId;
  readonly file: string;
  /** Is on the line, and nowhere else in the file. */
  readonly marker: string;
}

/** A site whose pages are all gone. */
export const GONE_HOST = 'gone.org';

type Random = () => number;
/** Null: the lesson has no place for it. `mark` occurs nowhere else. */
type Plant = (lesson: LessonContent, random: Random, mark: string) => Planted | null;

/** Numbers that are the same in every run. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(random: Random, from: readonly T[]): T | null {
  return from[Math.floor(random() * from.length)] ?? null;
}

function withScreen(lesson: LessonContent, screen: ScreenContent): LessonContent {
  return { ...lesson, screens: lesson.screens.map((each) => (each.uuid === screen.uuid ? screen : each)) };
}

function withField(lesson: LessonContent, screen: ScreenContent, field: FileText, value: string) {
  return {
    lesson: withScreen(lesson, { ...screen, fields: { ...screen.fields, [field]: value } }),
    file: `screens/${screen.folder}/${codePath(SCREEN_TEXTS[field].file, lesson.fields.language)}`,
  };
}

/** Plants a paragraph between two others of a text. */
const inText =
  (rule: PreflightRuleId, paragraph: (mark: string) => string, images: (mark: string) => readonly string[] = () => []): Plant =>
  (given, random, mark) => {
    const lesson = { ...given, images: [...given.images, ...images(mark).map((file_name) => ({ file_name }))] };
    const screen = pick(
      random,
      lesson.screens.filter(({ fields }) => fields.body_markdown !== ''),
    );
    if (!screen) return null;
    const blocks = screen.fields.body_markdown.split('\n\n');
    // Not inside of a listing, and not before what is already planted at the top.
    const places = [...blocks.keys()].filter(
      (index) =>
        blocks
          .slice(0, index + 1)
          .join('\n')
          .split('```').length %
          2 ===
        1,
    );
    const place = pick(random, places);
    if (place === null) return null;
    const text = blocks.toSpliced(place + 1, 0, paragraph(mark)).join('\n\n');
    return { ...withField(lesson, screen, 'body_markdown', text), rule, marker: mark };
  };

/** A multiple choice question without a mark: what is planted concerns its choices. */
const isOpen = ({ question, task }: QuestionContent) => task === null && !question.includes('mark-');

/** Changes a question so that its text has the mark. */
const inQuestion =
  (rule: PreflightRuleId, change: (question: QuestionContent, mark: string) => QuestionContent, markOf = (mark: string) => mark): Plant =>
  (lesson, random, mark) => {
    const screen = pick(
      random,
      lesson.screens.filter(({ questions }) => questions.some(isOpen)),
    );
    const question = screen?.questions.find(isOpen);
    if (!screen || !question) return null;
    const changed = change({ ...question, question: `${question.question} (mark-${mark})` }, mark);
    const questions = screen.questions.map((each) => (each === question ? changed : each));
    return {
      lesson: withScreen(lesson, { ...screen, questions }),
      rule,
      file: `screens/${screen.folder}/questions.yaml`,
      marker: markOf(mark),
    };
  };

const codeScreens = ({ screens }: LessonContent) => screens.filter(({ fields }) => fields.type === 'code');

const ofScreen =
  (
    rule: PreflightRuleId,
    change: (screen: ScreenContent) => ScreenContent,
    marker: string,
    isFit: (screen: ScreenContent) => boolean,
  ): Plant =>
  (lesson, random) => {
    if (rule === 'hint-missing' && lesson.fields.type === 'assessment') return null;
    const screen = pick(random, codeScreens(lesson).filter(isFit));
    return screen && { lesson: withScreen(lesson, change(screen)), rule, file: `screens/${screen.folder}/screen.yaml`, marker };
  };

/** Adds a line to the answer of a Python screen. */
const inAnswer =
  (rule: PreflightRuleId, line: (mark: string) => string): Plant =>
  (lesson, random, mark) => {
    const screen = pick(random, codeScreens(lesson));
    // One each: of random numbers, the first ones are reported.
    if (!screen || lesson.fields.language !== 'python' || screen.fields.answer_code.includes('np.random')) return null;
    const lines = screen.fields.answer_code.split('\n');
    const place = Math.floor(random() * (lines.length + 1));
    return { ...withField(lesson, screen, 'answer_code', lines.toSpliced(place, 0, line(mark)).join('\n')), rule, marker: mark };
  };

/** No dictionary knows it. */
export const WRONG_WORD = 'definately';

/** Kinds of mistakes that authors make. */
export const DEFECTS: readonly Plant[] = [
  inText('image-missing', (mark) => `![A picture of it](../../images/${mark}.png)`),
  inText(
    'image-alt-missing',
    (mark) => `Look at ![](../../images/${mark}.png) here.`,
    (mark) => [`${mark}.png`],
  ),
  inText(
    'image-alt-file-name',
    (mark) => `![${mark}.png](../../images/${mark}.png)`,
    (mark) => [`${mark}.png`],
  ),
  inText(
    'image-alt-repeated',
    (mark) => `<a href="https://example.org/${mark}"><img src="../../images/${mark}.png" alt="Birds of ${mark}"> Birds of ${mark}</a>`,
    (mark) => [`${mark}.png`],
  ),
  inText(
    'image-decoration-exposed',
    (mark) => `<img src="../../images/${mark}.png" alt="" tabindex="0">`,
    (mark) => [`${mark}.png`],
  ),
  inText('heading-empty', (mark) => `## <!-- ${mark} -->`),
  inText('heading-order', (mark) => `## Above\n\n#### Below ${mark}`),
  inText('link-empty', (mark) => `There is more [](https://example.org/${mark}) to read.`),
  inText('link-address', (mark) => `Read [about ${mark}]() first.`),
  inText('link-broken', (mark) => `Go on with [the next screen](../${mark}/learn.md).`),
  inText('link-gone', (mark) => `Read [about ${mark}](https://${GONE_HOST}/${mark}) first.`),
  inText('language-invalid', (mark) => `They say <span lang="dutch">${mark}</span> there.`),
  inText('table-headers-broken', (mark) => `<table><tr><th id="a">A</th></tr><tr><td headers="${mark}">1</td></tr></table>`),
  inText('table-header-unused', (mark) => `<table><tr><th>A</th><th>${mark}</th></tr><tr><td>1</td></tr></table>`),
  inText('table-header-empty', (mark) => `<table><tr><td>${mark}</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>`),
  inText('frame-title-missing', (mark) => `<iframe src="https://www.youtube.com/embed/${mark}"></iframe>`),
  (lesson, random, mark) => {
    const screen = pick(
      random,
      codeScreens(lesson).filter(({ fields }) => fields.hint_markdown !== ''),
    );
    // It is named once in a lesson.
    if (!screen || codeScreens(lesson).some(({ fields }) => fields.hint_markdown.startsWith('Dans '))) return null;
    const text = `Dans ${mark}, nous allons lire un fichier qui contient les noms des oiseaux et leur poids.`;
    return { ...withField(lesson, screen, 'hint_markdown', text), rule: 'spelling-language', marker: mark };
  },
  inText('formula-broken', (mark) => String.raw`It is $\frac{1{2}$, see ${mark}.`),
  inText('spelling', (mark) => `It is ${WRONG_WORD}, as ${mark} says.`),
  inText('leftover', (mark) => `TODO: write about ${mark}.`),
  inText('merge-marker', (mark) => `<<<<<<< ${mark}\n`),
  inQuestion('question-no-answer', (question) => ({
    ...question,
    options: question.options.map((option) => ({ ...option, valid: false })),
  })),
  inQuestion('question-all-right', (question) => ({
    ...question,
    select_type: 'multiple',
    options: question.options.map((option) => ({ ...option, valid: true })),
  })),
  inQuestion(
    'question-duplicate-choice',
    (question, mark) => {
      const option = { label: `Because of ${mark}`, feedback_message: 'No.', valid: false, skill_uuid: null };
      // Only the second one is reported; the mark of its line is a space.
      return { ...question, options: [...question.options, option, { ...option, label: `because  of ${mark}` }] };
    },
    (mark) => `because  of ${mark}`,
  ),
  inQuestion(
    'feedback-missing',
    (question, mark) => ({
      ...question,
      options: [...question.options, { label: `It is ${mark}`, feedback_message: '', valid: false, skill_uuid: null }],
    }),
    (mark) => `It is ${mark}`,
  ),
  ofScreen(
    'hint-missing',
    (screen) => ({ ...screen, fields: { ...screen.fields, hint_markdown: '' } }),
    'type: code',
    ({ fields }) => fields.hint_markdown !== '',
  ),
  (lesson, random) => {
    const screen = pick(
      random,
      codeScreens(lesson).filter(
        ({ fields: { answer_code, initial_code } }) =>
          // What is planted in the answer would be found in the initial code, too.
          answer_code.length > 80 && initial_code !== answer_code && !/np\.random|other = pd\.read_csv/.test(answer_code),
      ),
    );
    if (!screen) return null;
    const marker = screen.fields.answer_code.split('\n').find((line) => line.trim() !== '') ?? '';
    return { ...withField(lesson, screen, 'initial_code', `\n\n${screen.fields.answer_code}`), rule: 'answer-visible', marker };
  },
  inAnswer('code-random', (mark) => `lot_${mark} = np.random.rand(3)`),
  inAnswer('file-unknown', (mark) => `other = pd.read_csv("${mark}.csv")`),
  (lesson, _random, mark) => {
    // A shell and a database use files that no code names.
    if (lesson.fields.language !== 'python') return null;
    const data_files = [...lesson.data_files, defaultDataFile(`${mark}.csv`)].sort((a, b) => (a.file_name < b.file_name ? -1 : 1));
    return { lesson: { ...lesson, data_files }, rule: 'file-unused', file: `files/${mark}.csv`, marker: '' };
  },
];
