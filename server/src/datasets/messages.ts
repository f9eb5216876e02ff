/** The server's texts of datasets. */
export const MESSAGES = {
  invalidId: 'Invalid dataset id.',
  nameTaken: (name: string) => `There is a dataset called “${name}” already. Choose another name, or upload a new version of that one.`,
  archived: 'This dataset is archived. Unarchive it before you upload a new version.',
  sameFiles: (hash: string) => `These are the files of the latest version (${hash.slice(0, 8)}) already. Nothing was changed.`,
  wrongCount: (said: number, listed: number) => `fileCount is ${said}, and filesInfo lists ${listed} files.`,
  badName: (name: string, problem: string) => `“${name}” cannot be taken: ${problem}`,
  tooManyFiles: (max: number) => `A version has at most ${max.toLocaleString('en')} files. Nothing was changed.`,
  notWhole: (name: string, bytes: number, said: number) =>
    `“${name}” did not arrive whole: ${bytes} bytes instead of ${said}. Send it again.`,
  noFiles: 'There are no files in it. Nothing was changed.',
  notExpected: (name: string) => `The file ${name} was sent, and filesInfo does not list it.`,
  noSuchChunk: 'The upload has no such chunk.',
  noBytes: 'The chunk was sent without its bytes.',
  badZip: (name: string, path: string, reason: string) => `“${name}” cannot be unpacked. ${path}: ${reason}`,
  stopped: 'The upload was stopped. Nothing was changed.',
  diskFull: 'The disk of the server is full. What has arrived is kept for a day: make room and go on.',
  attachedAlready: (name: string) => `The lesson has the dataset “${name}” already. Change its version instead.`,
  attachedTwice: (name: string) => `Only one version of “${name}” can be attached.`,
  attachArchived: (name: string) => `“${name}” is archived. Unarchive it before you attach it.`,
  otherVersion: 'This is no version of this dataset.',
  sameNameAsFile: (name: string) =>
    `The lesson has a file and a dataset called “${name}”, and the code can find only one of them. Give the file another alias.`,
} as const;
