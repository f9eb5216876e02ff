import { z } from 'zod';
import { LanguageName, LanguageVersionName, LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { DOCUMENT_TEXTS, DOCUMENT_PARTS, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import { AnswerVariable, ScreenFields, ScreenType } from '#features/screens/contract/screens.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { LIMITS } from '#platform/contract/limits.ts';

/** What a part of an exported document is in its lesson. */
const PARTS = ['lesson', 'output', 'question', ...DOCUMENT_PARTS] as const;

const CODE_PARTS: ReadonlySet<PartMark['part']> = new Set([
  ...(['setup', 'display', 'initial', 'answer', 'output'] as const),
  ...DOCUMENT_TEXTS.listed.map((field) => SCREEN_TEXTS[field].inDocuments.part),
]);

/** Whether a part is code or comes from it: it has no links and no images, whatever it looks like. */
export function isCodePart(part: PartMark['part']): boolean {
  return CODE_PARTS.has(part);
}

const flag = z.boolean().optional().catch(undefined);
const { shape } = ScreenFields;

/** Settings of a screen that its parts don't show. Those of a new screen are left out. */
export const MARKED_SETTINGS = [
  'is_experimental',
  'dynamic_answer',
  'check_output',
  'initially_passing',
  'check_scope',
  'unit_test_framework',
  'unit_test_module',
  'unit_test_shows',
  'solution_after',
] as const satisfies readonly (keyof PartMark & keyof ScreenFields)[];

/**
 * What an export writes beside a cell or before a block for the import: only what the format can't say itself. Texts and code are
 * never in it, so that edits in other tools are imported.
 */
export const PartMark = z.object({
  part: z.enum(PARTS),
  /** Type of a screen; absent: text. */
  type: ScreenType.optional().catch(undefined),
  /** A lesson or screen has no title: a heading at its start is part of the text. */
  untitled: flag,
  is_experimental: flag,
  dynamic_answer: flag,
  check_output: flag,
  initially_passing: flag,
  check_scope: shape.check_scope.optional().catch(undefined),
  unit_test_framework: shape.unit_test_framework.optional().catch(undefined),
  unit_test_module: shape.unit_test_module.optional().catch(undefined),
  unit_test_shows: shape.unit_test_shows.optional().catch(undefined),
  solution_after: shape.solution_after.optional().catch(undefined),
  /** The names of the variables to compare. */
  compared: z.array(AnswerVariable.shape.name).max(1_000).optional().catch(undefined),
  /** It runs after all earlier code screens. */
  runs_after_all: flag,
  /** An answer that is a listing may fail: a cell has a tag for this. */
  error_okay: flag,
  /** Whether the display code runs. */
  should_run_display_code: flag,
});
export type PartMark = z.infer<typeof PartMark>;

/** The same for a whole document. */
export const DocumentMark = z.object({
  version: z.literal(1),
  language: LanguageName.nullable().catch(null),
  language_version: LanguageVersionName.nullable().catch(null),
  show_last_value: flag,
  author: LessonFields.shape.author.optional().catch(undefined),
  /** Which checks are on, beside those that compare the output and variables. */
  checking: z.enum(['custom', 'legacy']).optional().catch(undefined),
  /** Those of the lesson, without the package for custom checks. */
  packages: z.array(Package).max(LIMITS.packagesMax).optional().catch(undefined),
  /** The data files of the lesson, by their paths from the folder of the document: not all are named in its code. Absent: none. */
  files: z.array(z.string().refine(isSafePath)).max(1_000).optional().catch(undefined),
});
export type DocumentMark = z.infer<typeof DocumentMark>;

/** The key of both in the metadata of notebooks and in front matter. */
export const MARK_KEY = 'lessonwright';

/** A line in the front matter of a page that only lists the lessons of a project: it is no lesson. */
export const START_PAGE_LINE = `${MARK_KEY}: {"version":1,"is_start_page":true}`;

/** How a Markdown file marks its parts: as a block of MyST, or in a comment that Quarto leaves out. */
const MARK_LINES = { myst: ['+++ {"lessonwright":', '}'], quarto: ['<!-- lessonwright ', ' -->'] } as const;

/** The line before a part of a Markdown file. */
export function markLine(format: keyof typeof MARK_LINES, mark: PartMark): string {
  const [before, after] = MARK_LINES[format];
  return `${before}${JSON.stringify(mark)}${after}`;
}

/** The mark that a line is; null: another line. */
export function readMarkLine(line: string): PartMark | null {
  for (const [before, after] of Object.values(MARK_LINES))
    if (line.startsWith(before) && line.trimEnd().endsWith(after)) return markIn(line.trimEnd().slice(before.length, -after.length));
  return null;
}

function markIn(json: string): PartMark | null {
  try {
    return PartMark.safeParse(JSON.parse(json)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
