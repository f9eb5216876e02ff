/**
 * What keeps an installation healthy: housekeeping, backup and restore, moving to another database, checking settings, health and the debug page.
 */

export { alignBranches } from './backup/align-branches.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { writeBackup } from './backup/write-backup.ts';
export { startHousekeeping } from './housekeeping/schedule.ts';
export { moveBlobs } from './move/move-blobs.ts';
export { moveDatabase } from './move/move-database.ts';
export { operationsModule } from './routes.ts';
export { serveMetrics } from './metrics/serve-metrics.ts';
export { checkSettings } from './settings/check-settings.ts';
export { warnOfUnreachable } from './settings/unreachable.ts';
