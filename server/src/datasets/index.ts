/**
 * Datasets with numbered versions, and their resumable uploads in chunks.
 */

export {
  attachedDatasets,
  type DatasetLink,
  getVersions,
  listDatasetFiles,
  readDatasetFiles,
  requireDistinctNames,
  withDatasetFiles,
} from './datasets.ts';
export { MESSAGES } from './messages.ts';
export { type DatasetState, listDatasetStates, listVersionHashes } from './queries.ts';
export { datasetHandlers } from './routes.ts';
export { listChunkHashes } from './uploads/queries.ts';
export { DatasetUploads, removeAbandonedUploads, uploadsFolder } from './uploads/uploads.ts';
