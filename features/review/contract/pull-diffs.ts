import { z } from 'zod';
import { Id, INT4_MAX, route } from '#platform/contract/route.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { CurriculumDiff } from '../changed-curriculum.policy.ts';
import { CURRICULUM_PLACE } from '../curriculum-place.policy.ts';

export const DiffLine = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string(),
  /** Line numbers, from 1; null on the side without this line. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
});
export type DiffLine = z.infer<typeof DiffLine>;

/** Changed lines that are near each other, with unchanged ones around them. */
export const DiffHunk = z.object({ header: z.string(), lines: z.array(DiffLine) });
export type DiffHunk = z.infer<typeof DiffHunk>;

/** Lines of a file, from 1, both included. */
export const LineRange = z.object({ from: z.number().int().min(1).max(INT4_MAX), to: z.number().int().min(1).max(INT4_MAX) });
export type LineRange = z.infer<typeof LineRange>;

/** The two states of a file: on main, and on the branch under review. */
export const DiffSide = z.enum(['before', 'after']);
export type DiffSide = z.infer<typeof DiffSide>;

/** A paragraph, list, table … of a rendered text. `changed`: added words are in `<ins>`, removed ones in `<del>`. */
export const DiffBlock = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  html: SafeHtml,
  /** Its lines in the source of either side; null: the side doesn't have it, or they are not known. */
  before: LineRange.nullable(),
  after: LineRange.nullable(),
});
export type DiffBlock = z.infer<typeof DiffBlock>;

/** A question on either side. Texts are rendered. */
export const QuestionDiff = z.object({
  change: z.enum(['same', 'added', 'changed', 'removed']),
  /** What its kind is called; null: multiple choice. */
  kind: z.string().nullable(),
  select_type: z.enum(['single', 'multiple']),
  text: z.array(DiffBlock),
  options: z.array(
    z.object({
      change: z.enum(['same', 'added', 'changed', 'removed']),
      label: z.array(DiffBlock),
      feedback: z.array(DiffBlock),
      valid: z.boolean(),
      /** Whether it was the other way round on main. */
      was_valid: z.boolean(),
    }),
  ),
  /** The texts of a question besides multiple choice: what is answered, and feedback. */
  parts: z.array(
    z.object({
      change: z.enum(['same', 'added', 'changed', 'removed']),
      label: z.string(),
      text: z.array(DiffBlock),
      /** Changed code and plain texts, line by line, instead of `text`; null: it is rendered. */
      hunks: z.array(DiffHunk).nullable(),
    }),
  ),
  /** What else differs, such as a tolerance; null: the side doesn't have it. */
  settings: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type QuestionDiff = z.infer<typeof QuestionDiff>;

/** What a changed file is, which decides how it is shown. `generated`: not written by hand. */
export const ReviewedKind = z.enum(['text', 'code', 'questions', 'image', 'settings', 'generated', 'other']);
export type ReviewedKind = z.infer<typeof ReviewedKind>;

/** One changed file of a release. */
export const FileDiff = z.object({
  path: z.string(),
  /** Its previous path, if it was moved. */
  from: z.string().nullable(),
  change: z.enum(['added', 'changed', 'deleted', 'moved']),
  kind: ReviewedKind,
  /** The folder of the screen that it belongs to; null: none. */
  screen: z.string().nullable(),
  is_binary: z.boolean(),
  /** In bytes; null: the side doesn't have it. */
  size: z.object({ before: z.number().int().nullable(), after: z.number().int().nullable() }),
  hunks: z.array(DiffHunk),
  /** True: too long to be sent completely. */
  is_cut: z.boolean(),
  /** Rendered Markdown; null for other files. */
  rendered: z.array(DiffBlock).nullable(),
  questions: z.array(QuestionDiff).nullable(),
  /** The language of its lesson's texts; null: not stated. */
  text_language: z.string().nullable(),
  /** The whole text on the branch, if changes to it can be suggested; null: they can't. */
  source: z.string().nullable(),
});
export type FileDiff = z.infer<typeof FileDiff>;

const releaseParams = z.object({ id: Id });

/** What a pull request changes, file by file. */
export const pullDiffRoutes = {
  getPullDiff: route({
    method: 'GET',
    path: '/api/release/{id}/pull/diff',
    queue: 'heavy',
    summary:
      'Returns a release’s changes against main, file by file, in one folder of `lessons/` or one course or path (without either: outside of all)',
    access: 'signed-in',
    servedBy: 'git',
    params: releaseParams,
    // `curriculum` is a folder from the root of the repository: `courses/10-first-steps`.
    query: z.object({ folder: z.string().max(300).optional(), curriculum: z.string().regex(CURRICULUM_PLACE).optional() }),
    reply: z.object({
      /** In the order of the lesson: screens by number, other files, generated files. */
      files: z.array(FileDiff),
      /** What the files mean, if they are a course or path; null also if they can't be read. */
      curriculum: CurriculumDiff.nullable(),
      is_cut: z.boolean(),
      /** The compared commits; comments name the one that they are about. */
      before: z.string(),
      after: z.string(),
    }),
    errors: ['not_found', 'unavailable'],
  }),
  showPullImage: route({
    method: 'GET',
    path: '/api/release/{id}/pull/image',
    summary: 'Returns the bytes of an image on either side of a pull request; without `side` as it is on the branch, else on main',
    access: 'signed-in',
    servedBy: 'git',
    params: releaseParams,
    // `path` is below the folder of the lesson, and last, so that addresses of images begin alike.
    query: z.object({ folder: z.string().min(1).max(300), side: DiffSide.optional(), path: z.string().min(1).max(1_000) }),
    replyKind: 'file',
    replyType: 'image/*',
    errors: ['not_found', 'unavailable'],
  }),
};
