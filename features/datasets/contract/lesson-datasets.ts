import { z } from 'zod';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { AttachedDataset } from './datasets.ts';

// Attaching dataset versions to a lesson. The datasets themselves are in datasets.ts.

const lessonParams = z.object({ id: Id });
const attached = z.array(AttachedDataset);

export const lessonDatasetRoutes = {
  listLessonDatasets: route({
    method: 'GET',
    path: '/api/lesson/{id}/datasets',
    summary: 'Returns the dataset versions of a lesson in order, including missing ones',
    access: 'signed-in',
    params: lessonParams,
    reply: attached,
    errors: ['not_found'],
  }),
  attachDatasets: route({
    method: 'POST',
    path: '/api/lesson/{id}/dataset',
    summary: 'Attaches dataset versions; 409 for a dataset that is already attached',
    access: 'staff',
    params: lessonParams,
    body: z.object({ datasetVersionIds: z.array(RowId).min(1, 'Choose at least one dataset.').max(100) }),
    reply: attached,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  changeDatasetVersion: route({
    method: 'PATCH',
    path: '/api/lesson/{id}/dataset/{datasetId}/{versionId}',
    summary: 'Switches an attached dataset to another version',
    access: 'staff',
    params: z.object({ id: Id, datasetId: Id, versionId: Id }),
    reply: attached,
    errors: ['not_found', 'refused'],
  }),
  detachDataset: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/dataset/{datasetId}',
    summary: 'Detaches a dataset from a lesson',
    access: 'staff',
    params: z.object({ id: Id, datasetId: Id }),
    reply: attached,
    errors: ['not_found', 'refused'],
  }),
  detachMissingDataset: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/missing-dataset/{name}',
    summary: 'Detaches a missing dataset from a lesson, by name',
    access: 'staff',
    params: z.object({ id: Id, name: z.string().min(1).max(300) }),
    reply: attached,
    errors: ['not_found', 'refused'],
  }),
};
