// Writes to the files of a lesson, of both kinds: data files (data-files/) and images (images/). The rows are in
// data-files, which lessons read; this is the code that needs the lesson as well.

export { fileById, getFileFor, getFileNamedFor, listFilesFor } from './find-file.ts';
export { isSetupFile, putFile, requireEditable, takeUpload, UploadFields } from './put-file.ts';
export { restoreFile } from './restore-file.ts';
export { takeOutFile } from './take-out-file.ts';
export { fileSummary, writeFiles } from './write-files.ts';
