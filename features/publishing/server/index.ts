export { buildLesson, type LessonToBuild } from './deploys/build-lesson.ts';
export { imageType } from './deploys/read-lesson-for-build.ts';
export { deleteDeploysOf, dropOldSnapshots, listDeployHashes } from './deploys/queries.ts';
export { startDeployWorkers } from './deploys/workers.ts';
export { PreviewPages } from './previews/preview-pages.ts';
export { Previews } from './previews/previews.ts';
export { deleteLinksBefore, listLinkedDeploys } from './previews/queries.ts';
export { type Builds, StoredBuilds } from './previews/stored-builds.ts';
export { previewHandlers, publishingModule } from './routes.ts';
