import { z } from 'zod';
import { Language } from './lessons.ts';
import { LIMITS } from './limits.ts';
import { oneLine } from './one-line.ts';
import { Id, route } from './route.ts';
import { ScreenType } from './screens.ts';

/** Product §10.8: Jupyter notebooks and Markdown files become lessons. Limits in bytes and counts. */
export const IMPORT_LIMITS = { fileBytes: 50 * 1024 * 1024, cells: 2_000, notes: 500 } as const;

/** What the code of a cell is for: the answer alone, or also what learners start from. */
export const CodeUse = z.enum(['answer', 'start']);
export type CodeUse = z.infer<typeof CodeUse>;

/** Something of a file that did not become part of the lesson as it was, and what came of it. */
export const ImportNote = z.object({
  /** `Cell 3`, `Line 12`; empty: the whole file. */
  place: z.string(),
  reason: z.string(),
});
export type ImportNote = z.infer<typeof ImportNote>;

/** What a file becomes, or became. */
export const ImportReport = z.object({
  title: z.string(),
  /** Null: a lesson without code. */
  language: Language.nullable(),
  screens: z.array(
    z.object({
      title: z.string(),
      type: ScreenType,
      /** Whether what its code printed is recorded. */
      has_output: z.boolean(),
    }),
  ),
  /** File names of the images that come along. */
  images: z.array(z.string()),
  notes: z.array(ImportNote),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** The fields of the form; the file comes beside them. */
export const ImportForm = z.object({
  sequence: z.coerce
    .number({ error: 'The number must be numeric.' })
    .int('The number must be a whole number.')
    .min(0, 'The number must be at least 0.')
    .max(LIMITS.sequenceMax, 'The number is too large.'),
  /** Empty: as the file says. */
  title: oneLine(LIMITS.titleMax, `A title has at most ${LIMITS.titleMax} characters.`).default(''),
  /** Absent: the author's drafts. */
  release_id: Id.optional(),
  code: CodeUse.default('answer'),
  /** Python and R: the code of earlier cells runs before each screen's, as its display code. */
  earlier_code: z.stringbool().default(true),
  /** Nothing is made: the reply tells what would be. */
  dry_run: z.stringbool().default(false),
});
export type ImportForm = z.infer<typeof ImportForm>;

export const importFileRoutes = {
  importFile: route({
    method: 'POST',
    path: '/api/lessons/import-file',
    summary:
      'Makes a lesson of a Jupyter notebook or a Markdown file, at most 50 MB, and tells what did not fit; with `dry_run` only tells',
    access: 'signed-in',
    bodyKind: 'form',
    form: ImportForm.extend({ file: z.file() }),
    reply: z.object({
      /** Null after a dry run. */
      lesson_id: z.number().int().nullable(),
      report: ImportReport,
    }),
    errors: ['already_exists', 'not_found', 'refused', 'too_large'],
  }),
};
