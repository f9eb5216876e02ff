export const MESSAGES = {
  dropHint: 'or drop Jupyter notebooks (.ipynb) and Markdown files (.md) here',
  empty: 'Each file becomes a lesson. You see a preview here before anything is created.',
  wrongKind: 'Only Jupyter notebooks (.ipynb) and Markdown files (.md) can be imported.',
  readFailed: 'The file could not be read.',
  importFailed: 'The lesson could not be created. Try again later.',
  releasesFailed: 'An error occurred while loading the mission releases.',
  numberMissing: 'Enter a number.',
  numberTwice: 'Another file has this number.',
  stopped: 'Stopped. Check the list of lessons to see whether this one was created.',
  allFit: 'Everything can be imported.',
  notFit: (things: string) => `${things} can’t be imported`,
  done: (lessons: string) => `${lessons} imported.`,
} as const;
