export { deleteDeploysOf, dropOldSnapshots, listDeployHashes } from './deploys/queries.ts';
export { startDeployWorkers } from './deploys/workers.ts';
export { PreviewPages } from './previews/preview-pages.ts';
export { Previews } from './previews/previews.ts';
export { deleteLinksBefore, listLinkedDeploys } from './previews/queries.ts';
export { publishingModule } from './routes.ts';
