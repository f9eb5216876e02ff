import { z } from 'zod';
import { IdList, route } from '#platform/contract/route.ts';

/** Formats for other tools, and for readers without the product. */
export const ExportFormat = z.enum(['notebook', 'myst', 'quarto', 'website', 'moodle', 'qti']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Lessons that can be exported at once. */
export const EXPORTED_LESSONS_MAX = 1_000;

/** Something that a format can't hold. */
export const ExportLoss = z.object({
  /** From 1; null: the lesson itself. */
  screen: z.number().int().nullable(),
  /** Title of the screen. */
  title: z.string(),
  reason: z.string(),
});
export type ExportLoss = z.infer<typeof ExportLoss>;

/** What to export: lessons, or all lessons of a course or release. */
const ExportQuery = z.object({
  format: ExportFormat,
  kind: z.enum(['lessons', 'course', 'release']),
  /** Separated by commas. A course or release is one. */
  ids: IdList,
});
export type ExportQuery = z.infer<typeof ExportQuery>;

export const ExportReport = z.object({
  /** Name of the zip. */
  file_name: z.string(),
  /** In the order of the export. */
  lessons: z.array(z.object({ id: z.number().int(), sequence: z.number().int(), title: z.string(), losses: z.array(ExportLoss) })),
});
export type ExportReport = z.infer<typeof ExportReport>;

export const exportRoutes = {
  exportAs: route({
    method: 'GET',
    path: '/api/export',
    queue: 'heavy',
    summary:
      'Returns lessons, a course or a release as Jupyter notebooks, a MyST project, a Quarto project, a website, or their questions as Moodle XML or QTI 2.1, in a zip. Releases and courses are for staff',
    access: 'signed-in',
    query: ExportQuery,
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  getExportReport: route({
    method: 'GET',
    path: '/api/export/report',
    queue: 'heavy',
    summary: 'Returns what an export in a format would leave out, by lesson and screen',
    access: 'signed-in',
    query: ExportQuery,
    reply: ExportReport,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
