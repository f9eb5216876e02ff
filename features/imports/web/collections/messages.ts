import { counted } from '#platform/contract/counted.ts';

export const MESSAGES = {
  about:
    'A course in several documents: notebooks and Markdown files with their images and data. You see a preview before anything is created.',
  zipHint: 'or drop a .zip or .imscc file here',
  folderEmpty: 'The folder has no files.',
  folderHint: 'Uploads all files except .git and installed packages.',
  branchHint: 'Leave it empty for the main branch',
  urlHint: 'Of a public repository, such as https://github.com/owner/name',
  noSource: 'Choose a zip or a folder, or enter the address of a repository.',
  zipWrong: 'Only .zip and .imscc files can be imported.',
  failed: 'Couldn’t import the collection. Try again later.',
  collectionsFailed: 'Couldn’t load earlier imports. You can still import a new collection.',
  nameMissing: 'Enter a name.',
  numberMissing: 'Enter a number.',
  numberTaken: (number: number) => `Lesson ${number} exists already. Choose another first number.`,
  releaseMissing: 'Choose a release.',
  noneChosen: 'Choose at least one document.',
  found: ({ chosen, noted }: { chosen: number; noted: number }) =>
    `Preview: ${counted(chosen, 'document')} chosen${noted === 0 ? '' : `, ${noted} with items that can’t be imported unchanged`}`,
  byName: 'There’s no table of contents, so the documents are ordered by name.',
  listedIn: (file: string) => `In the order of ${file}. A course is one list, so its parts are only shown here.`,
  merges: 'What changed since the last import is merged. Your edits stay, and no lesson is deleted.',
  kept: (things: string) => `${things} changed on both sides: yours is kept`,
  done: (lessons: string, release: string) => `${lessons} imported into ${release}.`,
} as const;
