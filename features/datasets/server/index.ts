export { createUsedDataset } from './create-used-dataset.ts';
export {
  type DatasetLink,
  attachedDatasets,
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
