/** Errors of collections, for staff. */
export const MESSAGES = {
  tooExpensive: 'The documents take too long to read, or need too much memory. Nothing was imported. Leave out the longest, and try again.',
  noSource: 'Choose a zip or a folder, or enter the address of a repository.',
  twoSources: 'Choose either files or a repository, not both.',
  noDocuments: 'The collection has no documents: no Jupyter notebooks (.ipynb) and no Markdown files (.md, .Rmd, .qmd).',
  notThere: (path: string) => `The collection has no document ${path}. Preview it again.`,
  tooMany: (most: number) => `A course can have at most ${most} lessons. Choose fewer documents.`,
  moved: 'The branch has newer commits than those you previewed. Preview it again.',
  noName: 'Enter a name for the release.',
  noBranch: 'Enter a name for its branch.',
  noRelease: 'Choose the release that the newer version is merged into.',
  mainRelease: 'A collection can’t be imported into Main. Choose another release.',
  nothing: 'None of the documents can be imported.',
  taken: (numbers: readonly number[]) =>
    `${numbers.length === 1 ? `Lesson ${numbers[0]} exists` : `Lessons ${numbers.slice(0, 5).join(', ')} exist`} already. Choose another first number.`,
  stopped: 'Stopped. Nothing was imported.',
  others: 'Others are saving these lessons at the same time. Nothing was imported; try again in a moment.',
  gone: 'The newer version doesn’t have it. Its lesson stays.',
  deleted: 'Its lesson was deleted in this release, and stays deleted.',
  unlisted: 'It’s not in the table of contents.',
  notChosen: 'It was not chosen.',
  unlistedByName: 'It’s about the collection rather than part of it.',
} as const;
