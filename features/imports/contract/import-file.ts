import { z } from 'zod';
import { LanguageName } from '#features/lessons/contract/lessons.ts';
import { ScreenType } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, route } from '#platform/contract/route.ts';

/** Import of Jupyter notebooks and Markdown files as lessons. Limits in bytes and counts. */
export const IMPORT_LIMITS = { fileBytes: 50 * 1024 * 1024, cells: 2_000, notes: 500 } as const;

/** What the code of a cell is for: only the answer, or also the initial code. */
export const CodeUse = z.enum(['answer', 'start']);
export type CodeUse = z.infer<typeof CodeUse>;

/** Something in a file that was not imported unchanged, and what happened to it. */
export const ImportNote = z.object({
  /** `Cell 3`, `Line 12`; empty: the whole file. */
  place: z.string(),
  reason: z.string(),
});
export type ImportNote = z.infer<typeof ImportNote>;

/** The result of an import, or of its dry run. */
export const ImportReport = z.object({
  title: z.string(),
  /** Null: a lesson without code. */
  language: LanguageName.nullable(),
  screens: z.array(
    z.object({
      title: z.string(),
      type: ScreenType,
      /** Whether recorded output of its code is included. */
      has_output: z.boolean(),
    }),
  ),
  /** File names of the imported images. */
  images: z.array(z.string()),
  notes: z.array(ImportNote),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** The fields of the form; the file is sent beside them. */
export const ImportForm = z.object({
  sequence: z.coerce
    .number({ error: 'The number must be numeric.' })
    .int('The number must be a whole number.')
    .min(0, 'The number must be at least 0.')
    .max(LIMITS.sequenceMax, 'The number is too large.'),
  /** Empty: use the title in the file. */
  title: oneLine(LIMITS.titleMax, `A title can have at most ${LIMITS.titleMax} characters.`).default(''),
  /** Absent: the author's drafts. */
  release_id: Id.optional(),
  code: CodeUse.default('answer'),
  /** Each screen runs after all earlier code screens; in SQL only where code of the document changes tables. */
  earlier_code: z.stringbool().default(true),
  /** Creates nothing: the reply says what would be created. */
  dry_run: z.stringbool().default(false),
});
export type ImportForm = z.infer<typeof ImportForm>;

export const importFileRoutes = {
  importFile: route({
    method: 'POST',
    path: '/api/lessons/import-file',
    queue: 'heavy',
    servedBy: 'git',
    summary:
      'Creates a lesson from a Jupyter notebook or a Markdown file, at most 50 MB, and reports what could not be imported; with `dry_run`, only reports',
    access: 'signed-in',
    bodyKind: 'form',
    form: ImportForm.extend({ file: z.file() }),
    reply: z.object({
      /** Null after a dry run. */
      lesson_id: z.number().int().nullable(),
      report: ImportReport,
    }),
    errors: ['already_exists', 'not_found', 'refused', 'too_large', 'unavailable'],
  }),
};
