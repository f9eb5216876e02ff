import { z } from 'zod';
import { deletedItemHeaders } from '#features/revisions/contract.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, IdList, Int4, route } from '#platform/contract/route.ts';

/** A data file of a lesson. */
export const DataFile = z.object({
  id: z.number().int(),
  /** Its name, after those of its folders: `data/birds.csv`. */
  file_name: z.string(),
  /** The name that code uses; by default the file name, with its folders. */
  alias: z.string(),
  /** The editor's mode; null: derived from the file name. */
  mode: z.string().nullable(),
  /** Learners see its first lines, whether or not it is shown in the editor. */
  preview: z.boolean(),
  /** Number of lines in the preview; null: all. */
  lines: z.number().int().min(1, 'A preview must show at least 1 line.').max(1_000_000).nullable(),
  show_in_editor: z.boolean(),
  /** At most one file of a lesson. */
  display_first: z.boolean(),
  /** Ids of the screens that show it; empty: all. */
  screens: z.array(Int4),
  bytes: z.number().int(),
  /** Whether it can be shown and edited as text. */
  is_text: z.boolean(),
});
export type DataFile = z.infer<typeof DataFile>;

/** The editable properties of a data file. */
export const DataFileFields = DataFile.pick({
  alias: true,
  mode: true,
  preview: true,
  lines: true,
  show_in_editor: true,
  display_first: true,
  screens: true,
}).extend({ alias: z.string().trim().max(300, 'An alias can have at most 300 characters.') });
export type DataFileFields = z.infer<typeof DataFileFields>;

/** The text of a data file, and its hash, which a later save sends as its base. */
export const DataFileText = z.object({ contents: z.string(), sha256: z.string() });

const list = z.array(DataFile);
const lessonParams = z.object({ id: Id });
const fileParams = z.object({ fileId: Id });
const contents = '/api/lesson/{id}/datafile/{fileName}/contents';
const contentsParams = lessonParams.extend({ fileName: z.string().min(1).max(300) });

export const dataFileRoutes = {
  listDataFiles: route({
    method: 'GET',
    path: '/api/lesson/{id}/datafiles',
    summary: 'Returns the data files of a lesson, by name',
    access: 'signed-in',
    params: lessonParams,
    reply: list,
    errors: ['not_found'],
  }),
  uploadDataFile: route({
    method: 'POST',
    path: '/api/lesson/{id}/datafile',
    summary: 'Uploads a data file, at most 50 MB. 409 if the name is taken and `overwrite` is not set',
    access: 'signed-in',
    params: lessonParams,
    bodyKind: 'form',
    form: z.object({
      overwrite: z.stringbool().optional(),
      /** The folder of the file, such as `data/raw`; omitted: none. */
      folder: z.string().max(300).optional(),
      file: z.file(),
    }),
    reply: list,
    errors: ['not_found', 'already_exists', 'refused', 'too_large'],
  }),
  saveDataFile: route({
    method: 'PUT',
    path: '/api/datafile/{fileId}',
    summary: 'Saves properties of a data file, renames it, or moves it to another folder; omitted fields stay unchanged',
    access: 'signed-in',
    params: fileParams,
    body: DataFileFields.partial().extend({
      alias: oneLine(300, 'An alias can have at most 300 characters.').optional(),
      /** Its new name, with its folders. */
      file_name: z.string().min(1).max(300).optional(),
    }),
    reply: list,
    errors: ['not_found', 'refused', 'already_exists'],
  }),
  deleteDataFile: route({
    method: 'DELETE',
    path: '/api/datafile/{fileId}',
    summary: 'Deletes a data file; it stays in the trash for 30 days. Returns the remaining ones',
    access: 'signed-in',
    params: fileParams,
    reply: list,
    replyHeaders: deletedItemHeaders,
    errors: ['not_found', 'refused'],
  }),
  getDataFileContents: route({
    method: 'GET',
    path: contents,
    summary: 'Returns the text of a data file',
    access: 'signed-in',
    forAssistants: true,
    params: contentsParams,
    reply: DataFileText,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  saveDataFileContents: route({
    method: 'PATCH',
    path: contents,
    summary: 'Writes the text of a data file; creates custom_setup.sh if a command-line lesson has none',
    access: 'signed-in',
    params: contentsParams,
    // JSON escapes can double the size of a text.
    bodyLimit: 110 * 1024 * 1024,
    body: z.object({
      contents: z.string(),
      /** The hash that the edit began from; a save without it applies to the current text. */
      sha256: z.string().optional(),
      /** Nobody pressed Save: it shares a commit with the caller's other automatic saves of the lesson. */
      automatic: z.boolean().optional(),
    }),
    reply: DataFileText,
    errors: ['not_found', 'refused', 'conflict', 'too_large', 'unavailable'],
  }),
  downloadDataFile: route({
    method: 'GET',
    path: '/api/datafile/{fileId}/download',
    summary: 'Returns the bytes of a data file',
    access: 'signed-in',
    params: fileParams,
    replyKind: 'file',
    errors: ['not_found', 'unavailable'],
  }),
  downloadNamedDataFile: route({
    method: 'GET',
    path: '/api/lesson/{id}/datafile/{fileName}/download',
    summary: 'Returns the bytes of a data file of the lesson, by its name',
    access: 'signed-in',
    params: contentsParams,
    replyKind: 'file',
    errors: ['not_found', 'unavailable'],
  }),
  exportLesson: route({
    method: 'GET',
    path: '/api/lesson/{id}/export',
    queue: 'heavy',
    summary: 'Returns the lesson as a zip of its folder, `{sequence}.zip`, which can be imported again',
    access: 'signed-in',
    servedBy: 'git',
    params: lessonParams,
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found', 'refused'],
  }),
  exportLessons: route({
    method: 'GET',
    path: '/api/lessons/export',
    queue: 'heavy',
    summary: 'Returns several lessons as one zip in the layout of the content repository, which Create from Zip accepts',
    access: 'signed-in',
    servedBy: 'git',
    query: z.object({
      ids: IdList,
    }),
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found', 'refused'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    /** Data files or images: request them again. */
    'lesson-files': { type: 'files-changed' };
  }
}
