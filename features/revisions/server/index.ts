export { type DeletedItem, findDeletedQuestion, hasDeletedFile, listDeletedHashes, removeItemsBefore } from './deleted-item-queries.ts';
export { getDeletedItem, listDeletedItems, moveToTrash, removeFromTrash } from './deleted-items.ts';
export { deleteRevisions, deleteRevisionsOf, deleteStepRevisions, removeReplacedRevisions, revisionInsert } from './revision-queries.ts';
export { mergeSave, recordFirstRevisions, recordRevision, requireUnchangedList } from './revisions.ts';
export { countSavesSince, currentSave, listVersionFileHashes, removeOldVersions, setOrigin } from './versions.ts';
