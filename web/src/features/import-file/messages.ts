/** The texts of Import (product §10.8). */
export const MESSAGES = {
  dropHint: 'or drop Jupyter notebooks (.ipynb) and Markdown files (.md) here',
  empty: 'Each file becomes a lesson. What will come of it is shown here before anything is made.',
  wrongKind: 'Only Jupyter notebooks (.ipynb) and Markdown files (.md) can be imported.',
  readFailed: 'The file could not be read.',
  importFailed: 'The lesson could not be made. Try again later.',
  releasesFailed: 'An error occurred while loading the mission releases.',
  numberMissing: 'A lesson needs a number.',
  numberTwice: 'Another file has this number.',
  stopped: 'Stopped. Whether this lesson was made shows in the list.',
  allFit: 'Everything fits.',
  notFit: (things: string) => `${things} did not fit`,
  done: (lessons: string) => `${lessons} imported.`,
} as const;
