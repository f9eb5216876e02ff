/**
 * The texts of a screen, and what each part of the product does with them. Apart from the schemas, so that a page reads it without zod.
 * `features/screens/contract/screen-texts.test.ts` checks that every part does what the table says.
 */

import type { SearchKind } from '#features/search/contract/search-kinds.ts';

/** How notebooks, MyST and Quarto hold a text. */
type InDocuments =
  /** In a part that is written and read by code of its own. */
  | { readonly part: 'screen' | 'setup' | 'display' | 'initial' | 'answer' }
  /** Markdown in a part of its own, under a heading before the code or in a folded box behind the questions. */
  | { readonly part: string; readonly heading: string }
  | { readonly part: string; readonly box: string }
  /** As a listing in a folded box with this title: authors read it there, and nothing runs it. */
  | { readonly part: string; readonly listing: string }
  /** They can't hold it. The beginning of the sentence that the export reports. */
  | { readonly lost: string };

interface OfEveryText {
  /** The kind by which a search filters it; null: it is neither searched nor replaced. */
  readonly search: SearchKind | null;
  /** Whether the history shows who wrote each line. */
  readonly hasLineAuthors: boolean;
  /** Whether preflight checks it, and whether fixes may change it. */
  readonly preflight: 'fixable' | 'checked' | 'unchecked';
  /**
   * Whether learners see it, and when. What they see from the start also needs a line in `learnerScreen`, which lists everything that is sent to
   * them. What they see once the screen is solved comes with the verdict.
   */
  readonly isForLearners: boolean | 'once solved';
  readonly inDocuments: InDocuments;
  /** Which stored verdicts a change makes outdated: those on any submission, or only those on the initial code. */
  readonly judges: 'submissions' | 'initial code' | 'nothing';
}

interface TextWithFile extends OfEveryText {
  /** Its file in the screen's folder. `.*` stands for the extension of the lesson's language. */
  readonly file: string;
  /** The order of the files under review: as learners and then authors meet them. `questions.yaml` is at 40. */
  readonly reviewAt: number;
}

/** It has a tab of its own in the content pane. */
interface PlainText extends TextWithFile {
  readonly kind: 'plain';
}

/** It has a tab of the content pane, in the order of this table. */
interface MarkdownText extends TextWithFile {
  readonly kind: 'markdown';
  /** The name under which replies have it rendered. */
  readonly html: string;
}

/** Its tab of the code pane is in `CODE_TAB_TEXTS`. */
interface CodeText extends TextWithFile {
  readonly kind: 'code';
}

/** A value in `screen.yaml`. */
interface ShortText extends OfEveryText {
  readonly kind: 'short';
  readonly file: null;
}

export type ScreenText = MarkdownText | CodeText | PlainText | ShortText;

/** In the order in which people read them. */
export const SCREEN_TEXTS = {
  title: {
    kind: 'short',
    file: null,
    search: 'title',
    hasLineAuthors: false,
    preflight: 'fixable',
    isForLearners: true,
    inDocuments: { part: 'screen' },
    judges: 'nothing',
  },
  body_markdown: {
    kind: 'markdown',
    file: 'learn.md',
    html: 'body_html',
    search: 'text',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 10,
    isForLearners: true,
    inDocuments: { part: 'screen' },
    judges: 'nothing',
  },
  instructions_markdown: {
    kind: 'markdown',
    file: 'instructions.md',
    html: 'instructions_html',
    search: 'instructions',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 20,
    isForLearners: true,
    inDocuments: { part: 'instructions', heading: 'Instructions' },
    judges: 'nothing',
  },
  hint_markdown: {
    kind: 'markdown',
    file: 'hint.md',
    html: 'hint_html',
    search: 'hint',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 30,
    isForLearners: true,
    inDocuments: { part: 'hint', box: 'Hint' },
    judges: 'nothing',
  },
  success_markdown: {
    kind: 'markdown',
    file: 'success.md',
    html: 'success_html',
    search: 'text',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 35,
    isForLearners: 'once solved',
    inDocuments: { part: 'success', box: 'Once solved' },
    judges: 'nothing',
  },
  chat_prompt: {
    kind: 'markdown',
    file: 'chat_prompt.md',
    html: 'chat_prompt_html',
    search: 'prompt',
    hasLineAuthors: false,
    preflight: 'fixable',
    reviewAt: 140,
    isForLearners: false,
    inDocuments: { lost: 'The chat prompt isn’t' },
    judges: 'nothing',
  },
  values: {
    kind: 'plain',
    file: 'values.txt',
    search: 'other_code',
    hasLineAuthors: false,
    preflight: 'unchecked',
    reviewAt: 45,
    isForLearners: false,
    inDocuments: { part: 'values', listing: 'Values' },
    judges: 'submissions',
  },
  setup_code: {
    kind: 'code',
    file: 'code/setup.*',
    search: 'setup',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 60,
    isForLearners: false,
    inDocuments: { part: 'setup' },
    judges: 'submissions',
  },
  initial_code: {
    kind: 'code',
    file: 'code/initial.*',
    search: 'initial',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 70,
    isForLearners: true,
    inDocuments: { part: 'initial' },
    judges: 'initial code',
  },
  display_code: {
    kind: 'code',
    file: 'code/display.*',
    search: 'display',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 50,
    isForLearners: true,
    inDocuments: { part: 'display' },
    judges: 'submissions',
  },
  inputs: {
    kind: 'code',
    file: 'code/inputs.txt',
    search: 'other_code',
    hasLineAuthors: false,
    preflight: 'unchecked',
    reviewAt: 75,
    isForLearners: true,
    inDocuments: { part: 'inputs', listing: 'Input' },
    judges: 'submissions',
  },
  answer_code: {
    kind: 'code',
    file: 'code/answer.*',
    search: 'answer',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 80,
    isForLearners: false,
    inDocuments: { part: 'answer' },
    judges: 'submissions',
  },
  custom_check_code: {
    kind: 'code',
    file: 'code/custom_check.py',
    search: 'check',
    hasLineAuthors: true,
    preflight: 'fixable',
    reviewAt: 90,
    isForLearners: false,
    inDocuments: { part: 'custom_check', listing: 'Custom check' },
    judges: 'submissions',
  },
  legacy_check_code: {
    kind: 'code',
    file: 'code/legacy_check.*',
    search: 'check',
    hasLineAuthors: false,
    preflight: 'checked',
    reviewAt: 110,
    isForLearners: false,
    inDocuments: { part: 'legacy_check', listing: 'Legacy check' },
    judges: 'submissions',
  },
  unit_test_code: {
    kind: 'code',
    file: 'code/unit_test.*',
    search: 'check',
    hasLineAuthors: true,
    preflight: 'checked',
    reviewAt: 100,
    isForLearners: false,
    inDocuments: { part: 'unit_tests', listing: 'Unit tests' },
    judges: 'submissions',
  },
  check_val: {
    kind: 'short',
    file: null,
    search: 'check',
    hasLineAuthors: false,
    preflight: 'unchecked',
    isForLearners: false,
    inDocuments: { part: 'check_val', listing: 'Value check' },
    judges: 'submissions',
  },
  format_code_run: {
    kind: 'code',
    file: 'code/format.*',
    search: 'other_code',
    hasLineAuthors: false,
    preflight: 'unchecked',
    reviewAt: 130,
    isForLearners: false,
    inDocuments: { part: 'format', listing: 'Format code' },
    judges: 'submissions',
  },
  remote_run_code: {
    kind: 'code',
    file: 'code/remote_run.*',
    search: 'other_code',
    hasLineAuthors: false,
    preflight: 'checked',
    reviewAt: 120,
    isForLearners: false,
    inDocuments: { lost: 'Run and Deploy isn’t' },
    judges: 'nothing',
  },
} as const satisfies Readonly<Record<string, ScreenText>>;

type Table = typeof SCREEN_TEXTS;
export type ScreenTextField = keyof Table;

/** The texts with these properties. */
export type TextsWith<Properties> = { [F in ScreenTextField]: Table[F] extends Properties ? F : never }[ScreenTextField];

export const SCREEN_TEXT_FIELDS = Object.keys(SCREEN_TEXTS) as ScreenTextField[];

/** The texts with these properties, in the order of the table. */
export function textsWith<const Properties extends Partial<ScreenText>>(properties: Properties): TextsWith<Properties>[] {
  return SCREEN_TEXT_FIELDS.filter((field) => {
    const text: ScreenText = SCREEN_TEXTS[field];
    return Object.entries(properties).every(([name, value]) => text[name as keyof ScreenText] === value);
  }) as TextsWith<Properties>[];
}

/** Texts that have their own files, and editors that hold them while someone types. */
export type FileText = TextsWith<{ file: string }>;
export const FILE_TEXTS = SCREEN_TEXT_FIELDS.filter((field): field is FileText => SCREEN_TEXTS[field].file !== null);

export type MarkdownField = TextsWith<{ kind: 'markdown' }>;
export const MARKDOWN_TEXTS = textsWith({ kind: 'markdown' });

export type LearnerMarkdown = TextsWith<{ kind: 'markdown'; isForLearners: true }>;
export const LEARNER_MARKDOWN = textsWith({ kind: 'markdown', isForLearners: true });

/** The texts that builds hold as HTML. */
export type BuiltMarkdown = LearnerMarkdown | TextsWith<{ kind: 'markdown'; isForLearners: 'once solved' }>;
export const BUILT_MARKDOWN: readonly BuiltMarkdown[] = [
  ...LEARNER_MARKDOWN,
  ...textsWith({ kind: 'markdown', isForLearners: 'once solved' }),
];

type HtmlName<F extends MarkdownField> = Table[F]['html'];
export type LearnerHtml = HtmlName<LearnerMarkdown>;

/** Something for each of these texts, under the names of their rendered forms. */
export function byHtmlName<F extends MarkdownField, V>(fields: readonly F[], of: (field: F) => V): Record<HtmlName<F>, V> {
  return Object.fromEntries(fields.map((field) => [SCREEN_TEXTS[field].html, of(field)])) as Record<HtmlName<F>, V>;
}

/** These texts as `render` returns them, one after the other. */
export async function renderAll<F extends MarkdownField, Html>(
  fields: readonly F[],
  render: (field: F) => Promise<Html>,
): Promise<Record<HtmlName<F>, Html>> {
  const rendered: [name: string, html: Html][] = [];
  for (const field of fields) rendered.push([SCREEN_TEXTS[field].html, await render(field)]);
  return Object.fromEntries(rendered) as Record<HtmlName<F>, Html>;
}

/** The parts of documents that hold a text. */
type DocumentPart = Extract<Table[ScreenTextField]['inDocuments'], { part: string }>['part'];
export const DOCUMENT_PARTS = [
  ...new Set(
    SCREEN_TEXT_FIELDS.map((field): InDocuments => SCREEN_TEXTS[field].inDocuments).flatMap((held) => ('part' in held ? [held.part] : [])),
  ),
] as DocumentPart[];

/** The texts that documents hold in parts of their own. */
export const DOCUMENT_TEXTS = {
  headed: MARKDOWN_TEXTS.filter(
    (field): field is TextsWith<{ inDocuments: { heading: string } }> => 'heading' in SCREEN_TEXTS[field].inDocuments,
  ),
  boxed: MARKDOWN_TEXTS.filter((field): field is TextsWith<{ inDocuments: { box: string } }> => 'box' in SCREEN_TEXTS[field].inDocuments),
  listed: SCREEN_TEXT_FIELDS.filter(
    (field): field is TextsWith<{ inDocuments: { listing: string } }> => 'listing' in SCREEN_TEXTS[field].inDocuments,
  ),
} as const;
