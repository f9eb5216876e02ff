export { compareFindings } from './compare-findings.ts';
export { deleteLinkChecksBefore } from './links/queries.ts';
export { startPreflightWorkers } from './look-at-release.job.ts';
export { deleteReportsBefore } from './queries.ts';
export { lookAtReleaseQueue } from './queues.ts';
export { countErrors } from './release-preflight.ts';
export { preflightModule } from './routes.ts';
