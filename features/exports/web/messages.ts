import type { ExportFormat } from '../contract.ts';

export const FORMATS = {
  zip: { label: 'Zip', hint: 'Everything, for Create from Zip' },
  notebook: { label: 'Jupyter notebooks', hint: 'One notebook for each lesson, to run and edit in Jupyter' },
  myst: { label: 'MyST project', hint: 'Pages with a table of contents, to build with MyST' },
  quarto: { label: 'Quarto project', hint: 'A book with a chapter for each lesson, to build with Quarto' },
  moodle: { label: 'Moodle XML', hint: 'The questions, to import into a question bank' },
  qti: { label: 'QTI 2.1', hint: 'The questions as a package, for other learning platforms' },
  website: { label: 'Website', hint: 'Pages to read in a browser, without a server' },
} as const satisfies Record<ExportFormat | 'zip', { label: string; hint: string }>;

export const MESSAGES = {
  more: 'More formats…',
  failed: 'The export failed. Try again later.',
  reportFailed: 'Couldn’t check what the format leaves out.',
  checking: 'Checking what this format leaves out…',
  allFits: 'This format holds everything.',
  zipFits: 'The zip holds everything.',
  leftOut: (count: string) => `Not everything fits: ${count}`,
  unsaved: 'It doesn’t include your unsaved edits.',
} as const;
