import { z } from 'zod';
import { AttachedDataset } from './datasets.ts';
import { Id, RowId, route } from './route.ts';

// The dataset versions that a lesson names (B §2): what is attached and detached there. The datasets themselves are in datasets.ts.

const lessonParams = z.object({ id: Id });
const attached = z.array(AttachedDataset);

export const lessonDatasetRoutes = {
  listLessonDatasets: route({
    method: 'GET',
    path: '/api/lesson/{id}/datasets',
    summary: 'The dataset versions that a lesson names, in its order; those that are not here too',
    access: 'signed-in',
    params: lessonParams,
    reply: attached,
    errors: ['not_found'],
  }),
  attachDatasets: route({
    method: 'POST',
    path: '/api/lesson/{id}/dataset',
    summary: 'Attaches dataset versions; 409 for a dataset that the lesson has already',
    access: 'staff',
    params: lessonParams,
    body: z.object({ datasetVersionIds: z.array(RowId).min(1, 'Choose at least one dataset.').max(100) }),
    reply: attached,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  changeDatasetVersion: route({
    method: 'PATCH',
    path: '/api/lesson/{id}/dataset/{datasetId}/{versionId}',
    summary: 'Changes an attached dataset to another of its versions',
    access: 'staff',
    params: z.object({ id: Id, datasetId: Id, versionId: Id }),
    reply: attached,
    errors: ['not_found', 'refused'],
  }),
  detachDataset: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/dataset/{datasetId}',
    summary: 'Takes a dataset out of a lesson',
    access: 'staff',
    params: z.object({ id: Id, datasetId: Id }),
    reply: attached,
    errors: ['not_found', 'refused'],
  }),
  detachMissingDataset: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/missing-dataset/{name}',
    summary: 'Takes a dataset out of a lesson that is not here, by its name',
    access: 'staff',
    params: z.object({ id: Id, name: z.string().min(1).max(300) }),
    reply: attached,
    errors: ['not_found', 'refused'],
  }),
};
