import { z } from 'zod';
import { BranchName, ReleaseName } from '#features/releases/contract/releases.ts';
import { Resolution, SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, route } from '#platform/contract/route.ts';
import { CodeUse, ImportNote, ImportReport, ScreenStructure } from './import-file.ts';

/** Import of whole collections: documents in order, with their images and data files. Limits in bytes and counts. */
export const COLLECTION_LIMITS = {
  /** Size of a zip, and of a repository as a zip. */
  zipBytes: 512 * 1024 * 1024,
  /** Size of all files, unpacked: they are in memory together. */
  totalBytes: 512 * 1024 * 1024,
  files: 20_000,
  documents: 1_000,
  /** Characters of all lessons that it becomes: code of earlier documents may be in each of them. */
  lessonCharacters: 200_000_000,
  cloneMs: 300_000,
} as const;

/** The documents to import, in order, as a JSON list of paths. */
const ChosenDocuments = z
  .string()
  .max(1_000_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'documents must be JSON.' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(z.string().min(1).max(1_000))
      .min(1, 'Choose at least one document.')
      .max(COLLECTION_LIMITS.documents, `A course can have at most ${COLLECTION_LIMITS.documents} lessons.`),
  );

/** The fields of the form; the zip is sent beside them, unless the collection is a repository. */
export const CollectionForm = z.object({
  /** The address of a public git repository. */
  git_url: z.string().trim().max(2_000).optional(),
  /** Empty: the repository's own main branch. */
  git_branch: z.union([z.literal(''), BranchName]).default(''),
  /** The commit that was previewed; the import refuses another one. */
  git_commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/, 'A commit is given by its full id.')
    .optional(),
  /** Absent: those of the table of contents. */
  documents: ChosenDocuments.optional(),
  /** The number of the first new lesson. */
  first_number: z.coerce
    .number({ error: 'The number must be numeric.' })
    .int('The number must be a whole number.')
    .min(0, 'The number must be at least 0.')
    .max(LIMITS.sequenceMax, 'The number is too large.')
    .default(1),
  /** Its own release. */
  release_name: ReleaseName.optional(),
  branch_name: BranchName.optional(),
  /** Empty: the title of the collection. */
  course_name: oneLine(LIMITS.titleMax).default(''),
  /** A newer version of this collection, merged into `release_id`. */
  collection_id: Id.optional(),
  release_id: Id.optional(),
  code: CodeUse.default('start'),
  /** Absent: what suits each document, or what its lesson has if it was imported before. */
  structure: ScreenStructure.optional(),
  /** The packages that the code of a document imports become those of its lesson. */
  packages: z.stringbool().default(false),
  /** The code of earlier cells runs before each screen's code; in SQL only where code of the document changes tables. */
  earlier_code: z.stringbool().default(true),
  /** Changes nothing: the reply says what the import would do. */
  dry_run: z.stringbool().default(false),
  operation_id: OperationId.optional(),
});
export type CollectionForm = z.infer<typeof CollectionForm>;

/** What an import does with a document. */
export const DocumentState = z.enum([
  'new',
  /** Changed since the last import. */
  'changed',
  'same',
  /** It can't be imported; `reason` says why. */
  'refused',
  /** Not in the table of contents: imported if it is chosen. */
  'unlisted',
  /** Its lesson was deleted in the release, and stays deleted. */
  'deleted',
  /** The newer version doesn't have it. Its lesson stays. */
  'gone',
]);
export type DocumentState = z.infer<typeof DocumentState>;

export const CollectionDocument = z.object({
  path: z.string(),
  /** The part of the table of contents; empty: none. */
  part: z.string(),
  state: DocumentState,
  /** The number of its lesson; null: it would have the next one. */
  sequence: z.number().int().nullable(),
  /** It has this number from an earlier import. */
  is_known: z.boolean(),
  report: ImportReport.nullable(),
  /** Names of the data files of its lesson. */
  files: z.array(z.string()),
  reason: z.string(),
});
export type CollectionDocument = z.infer<typeof CollectionDocument>;

/** A field that the newer version and an author changed. The author's value stays until one of them decides. */
export const CollectionConflict = z.object({
  /** Null: the course. */
  sequence: z.number().int().nullable(),
  /** The lesson in which it can be resolved; null: the course, or a dry run. */
  lesson_id: z.number().int().nullable(),
  /** For people: `Screen 3 “Loops”: Instructions`. */
  label: z.string(),
  mine: z.string(),
  theirs: z.string(),
});
export type CollectionConflict = z.infer<typeof CollectionConflict>;

export const CollectionReply = z.object({
  /** Empty: none was found. */
  title: z.string(),
  description: z.string(),
  /** The file that lists the documents; null: they are ordered by name. */
  contents: z.string().nullable(),
  commit: z.string().nullable(),
  documents: z.array(CollectionDocument),
  /** Files and entries of the table of contents that were skipped. */
  skipped: z.array(ImportNote),
  conflicts: z.array(CollectionConflict),
  /** Null after a dry run. */
  imported: z
    .object({
      release_id: z.number().int(),
      release_name: z.string(),
      /** Null: the course was deleted in the release. */
      course_id: z.number().int().nullable(),
      lessons: z.number().int(),
    })
    .nullable(),
});
export type CollectionReply = z.infer<typeof CollectionReply>;

/** A collection that was imported. */
export const ImportedCollection = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The address of its repository; null: files. */
  git_url: z.string().nullable(),
  git_branch: z.string(),
  /** How its code was imported. */
  code: CodeUse,
  earlier_code: z.boolean(),
  documents: z.number().int(),
  /** The release of the last import; null: it was deleted. */
  release_id: z.number().int().nullable(),
  imported_at: z.string(),
});
export type ImportedCollection = z.infer<typeof ImportedCollection>;

export const collectionRoutes = {
  listCollections: route({
    method: 'GET',
    path: '/api/collections',
    summary: 'The collections that were imported, the newest first',
    access: 'staff',
    reply: z.array(ImportedCollection),
  }),
  findCollectionConflict: route({
    method: 'GET',
    path: '/api/lesson/{id}/collection-conflict',
    servedBy: 'git',
    summary:
      'What an author and the last imported version of a collection both changed in a lesson, to be resolved; `commit` identifies this state of both sides; null: nothing',
    access: 'staff',
    params: z.object({ id: Id }),
    reply: SyncConflictDetails.nullable(),
    errors: ['not_found', 'unavailable'],
  }),
  resolveCollectionConflict: route({
    method: 'POST',
    path: '/api/lesson/{id}/collection-conflict',
    servedBy: 'git',
    summary: 'Saves the resolved values of what an author and a collection both changed in a lesson',
    access: 'staff',
    params: z.object({ id: Id }),
    body: Resolution,
    reply: z.object({}),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  importCollection: route({
    method: 'POST',
    path: '/api/collections/import',
    queue: 'long',
    servedBy: 'git',
    summary:
      'Imports a zip of documents, or a public git repository, as a course with its lessons into a new release, or a newer version into a release; with `dry_run`, only reports what it would do',
    access: 'staff',
    bodyKind: 'form',
    form: CollectionForm.extend({ file: z.file().optional() }),
    reply: CollectionReply,
    errors: ['already_exists', 'not_found', 'refused', 'too_large', 'unavailable'],
  }),
};
