import { byName } from './paths.ts';

/** Tools whose courses have no documents that an import can read, and the files that only they have. */
const TOOLS: readonly { readonly tool: string; readonly files: RegExp; readonly why: string }[] = [
  {
    tool: 'PrairieLearn',
    files: /(?:^|\/)(?:infoCourse\.json|question\.html)$/,
    why: 'its questions are HTML pages with Python of their own',
  },
  { tool: 'TutorialKit', files: /(?:^|\/)tutorialkit\.config\.\w{2,3}$/, why: 'its lessons are projects that run in the browser' },
  { tool: 'Open edX', files: /(?:^|\/)(?:course\.xml|problem\/[^/]{1,200}\.xml)$/, why: 'its units are XML' },
  { tool: 'PreTeXt', files: /\.ptx$/, why: 'its documents are XML' },
  { tool: 'Runestone', files: /(?:^|\/)pavement\.py$/, why: 'its documents are reStructuredText' },
  { tool: 'H5P', files: /(?:\.h5p|(?:^|\/)h5p\.json)$/, why: 'its content has a format of its own' },
  { tool: 'Marimo', files: /(?:^|\/)__marimo__\//, why: 'its notebooks are Python files. Export them as notebooks' },
];

/** What the preview says about a course of a tool that can't be read. */
export function notesOnOtherTools(paths: Iterable<string>): { path: string; reason: string }[] {
  const sorted = [...paths].sort(byName);
  return TOOLS.flatMap(({ tool, files, why }) => {
    const path = sorted.find((each) => files.test(each));
    return path === undefined
      ? []
      : [
          {
            path,
            reason: `This looks like a course of ${tool}, which can’t be imported: ${why}. Only its notebooks and Markdown files are offered.`,
          },
        ];
  });
}
