/** The server's texts of datasets. */
export const MESSAGES = {
  invalidId: 'Invalid dataset id.',
  nameTaken: (name: string) => `A dataset named “${name}” already exists. Choose another name, or upload a new version of that dataset.`,
  sameFiles: (hash: string) => `The latest version (${hash.slice(0, 8)}) already has exactly these files. Nothing was changed.`,
  wrongCount: (said: number, listed: number) => `fileCount is ${said}, but filesInfo lists ${listed} files.`,
  badName: (name: string, problem: string) => `“${name}” cannot be used: ${problem}`,
  tooManyFiles: (max: number) => `A version can have at most ${max.toLocaleString('en')} files. Nothing was changed.`,
  notWhole: (name: string, bytes: number, said: number) => `“${name}” is incomplete: ${bytes} of ${said} bytes arrived. Upload it again.`,
  noFiles: 'The upload contains no files. Nothing was changed.',
  notExpected: (name: string) => `The file ${name} was sent, but filesInfo does not list it.`,
  noSuchChunk: 'Chunk not found in this upload.',
  noBytes: 'The chunk is empty.',
  badZip: (name: string, path: string, reason: string) => `“${name}” cannot be unpacked. ${path}: ${reason}`,
  stopped: 'The upload was stopped. Nothing was changed.',
  diskFull: 'The server’s disk is full. Uploaded data is kept for a day. Free up space, then continue.',
  attachedAlready: (name: string) => `The lesson already has the dataset “${name}”. Change its version instead.`,
  attachedTwice: (name: string) => `Only one version of “${name}” can be attached.`,
  attachArchived: (name: string) => `“${name}” is archived. Unarchive it before you attach it.`,
  otherVersion: 'This version belongs to another dataset.',
  sameNameAsFolder: (name: string) =>
    `The lesson has data files in the folder “${name}” and a dataset of the same name. Rename these files into another folder, or detach the dataset.`,
  sameNameAsFile: (name: string) => `The lesson has both a file and a dataset named “${name}”. Give the file another alias.`,
} as const;
