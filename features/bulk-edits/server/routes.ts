import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { bulkEditRoutes } from '../contract.ts';
import { editSettings, getBulkEdit, listBulkEdits, previewSettings, undoBulkEdit } from './bulk-edits.ts';
import { recordOutputs } from './record-outputs.ts';
import { exportSettings, importSettings, previewSettingsCsv } from './settings-csv.ts';

export const bulkEditHandlers = (platform: Platform): Handlers<typeof bulkEditRoutes> => ({
  previewSettings: ({ actor, body }) => previewSettings(platform, actor, body.lesson_ids, body.edit),
  editSettings: ({ actor, body }) => editSettings(platform, actor, body),
  exportSettings: ({ body }) => exportSettings(platform, body.lesson_ids),
  previewSettingsCsv: ({ actor, body }) => previewSettingsCsv(platform, actor, body.csv),
  importSettings: ({ actor, body }) => importSettings(platform, actor, body),
  recordOutputs: ({ actor, body }) => recordOutputs(platform, actor, body),
  listBulkEdits: ({ query }) => listBulkEdits(platform, query.before ?? null),
  getBulkEdit: ({ params }) => getBulkEdit(platform, params.id),
  undoBulkEdit: ({ actor, params, body }) => undoBulkEdit(platform, actor, params.id, body),
});
