export {
  type FileInCode,
  addLessonFiles,
  areLimited,
  fileBlobs,
  fileContents,
  filesForLesson,
  filesForScreen,
  filesHash,
  filesOfScreen,
  findEditedFile,
  findStoredFile,
  listFilesInCode,
  listFilesInCodeOfMany,
  listLessonFiles,
  pathOfFile,
  setLessonFiles,
  storeFiles,
  toRunFile,
} from './data-files.ts';
export {
  type FileKind,
  type LessonFileRow,
  type StoredFile,
  deleteFileRows,
  findFileNamed,
  hasOrHadContent,
  listFileHashes,
  listTooLargeFiles,
} from './queries.ts';
export { dataFileContent, findAliasClash, nameInCode } from './settings.ts';
export { setupOf } from './setup-files.ts';
