/**
 * Deploys, which build a snapshot of lessons for a target, and previews, where a learner's view of a deployed or shared lesson runs.
 */

export { deleteDeploysOf, dropOldSnapshots, listDeployHashes } from './deploys/queries.ts';
export { startDeployWorkers } from './deploys/workers.ts';
export { PreviewPages } from './previews/preview-pages.ts';
export { Previews } from './previews/previews.ts';
export { deleteLinksBefore, listLinkedDeploys } from './previews/queries.ts';
export { publishingModule } from './routes.ts';
