/**
 * Preflight: what is wrong with the lessons of a release, found without running code. The rules are in content/src/preflight; this module
 * stores what they report by content, adds what only the server knows, fixes, and keeps what authors accepted.
 */

export { preflightModule } from './routes.ts';
export { startPreflightWorkers } from './look-at-release.job.ts';
export { lookAtReleaseQueue } from './queues.ts';
export { countErrors } from './release-preflight.ts';
export { deleteReportsBefore } from './queries.ts';
export { deleteLinkChecksBefore } from './links/queries.ts';
