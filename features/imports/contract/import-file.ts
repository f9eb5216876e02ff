import { z } from 'zod';
import { LanguageName } from '#features/lessons/contract/lessons.ts';
import { ScreenType } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, INT4_MAX, route } from '#platform/contract/route.ts';

/** Import of Jupyter notebooks, Markdown files and questions as lessons. Limits in bytes and counts. */
export const IMPORT_LIMITS = { fileBytes: 50 * 1024 * 1024, cells: 2_000, notes: 500 } as const;

/**
 * What learners get of the code that a text presents: `start`, the code, to read and run; `answer`, an empty editor, as in an exercise.
 * Exercises keep their own initial code with both.
 */
export const CodeUse = z.enum(['start', 'answer']);
export type CodeUse = z.infer<typeof CodeUse>;

/**
 * What starts a screen: each cell of code, each heading, whose cells of code then are one where they can be, or each exercise, with the code
 * before it as listings.
 */
export const ScreenStructure = z.enum(['cell', 'heading', 'exercise']);
export type ScreenStructure = z.infer<typeof ScreenStructure>;

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
  structure: ScreenStructure,
  /** Why this structure suits the file; empty: it was chosen, or the file says itself what its screens are. */
  structure_reason: z.string(),
  screens: z.array(
    z.object({
      title: z.string(),
      type: ScreenType,
      /** Whether recorded output of its code is included. */
      has_output: z.boolean(),
    }),
  ),
  /** Packages that the code imports and that runs don't have. */
  packages: z.array(z.string()),
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
  code: CodeUse.default('start'),
  /** Absent: what suits the file. */
  structure: ScreenStructure.optional(),
  /** Each screen runs after all earlier code screens; in SQL only where code of the document changes tables. */
  earlier_code: z.stringbool().default(true),
  /** The packages that the code imports become those of the lesson. */
  packages: z.stringbool().default(false),
  /** Creates nothing: the reply says what would be created. */
  dry_run: z.stringbool().default(false),
});
export type ImportForm = z.infer<typeof ImportForm>;

/** Screens that are added to a lesson. */
export const ImportScreensForm = ImportForm.pick({ code: true, structure: true, earlier_code: true, dry_run: true }).extend({
  /** The number of the first one; later screens move down. Absent: at the end. */
  sequence: z.coerce.number().int().min(1, 'Screens are numbered from 1.').max(INT4_MAX).optional(),
});
export type ImportScreensForm = z.infer<typeof ImportScreensForm>;

export const importFileRoutes = {
  importScreens: route({
    method: 'POST',
    path: '/api/lesson/{id}/screens/import-file',
    queue: 'heavy',
    summary:
      'Adds the screens and images of a Jupyter notebook, a Markdown file or a file with questions, at most 50 MB, to a lesson, all of them or none; with `dry_run`, only reports',
    access: 'signed-in',
    params: z.object({ id: Id }),
    bodyKind: 'form',
    form: ImportScreensForm.extend({ file: z.file() }),
    reply: z.object({
      /** The ids of the new screens, in their order; empty after a dry run. */
      screens: z.array(z.number().int()),
      report: ImportReport,
    }),
    errors: ['not_found', 'refused', 'too_large', 'unavailable'],
  }),
  importFile: route({
    method: 'POST',
    path: '/api/lessons/import-file',
    queue: 'heavy',
    servedBy: 'git',
    summary:
      'Creates a lesson from a Jupyter notebook, a Markdown file or a file with questions (Moodle XML, QTI, GIFT), at most 50 MB, and reports what could not be imported; with `dry_run`, only reports',
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
