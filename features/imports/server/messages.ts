/** Errors of files that can't be imported, for authors. */
export const MESSAGES = {
  noFile: 'Choose a Jupyter notebook (.ipynb) or a Markdown file (.md).',
  tooLarge: 'The file is larger than 50 MB. Remove large outputs and images, then import it again.',
  tooExpensive: 'The file takes too long to read, or needs too much memory. Nothing was imported. Split it, and import each part.',
  noScreens: 'The file has neither text nor code.',
  imageTaken: 'Meanwhile the lesson got another image with the same name. Nothing was added. Try again.',
  noImage: 'it is not a PNG, JPEG, GIF, WebP or AVIF, nor an SVG without scripts.',
  filesBeside: (names: readonly string[]) =>
    `The lesson’s data files are beside the document, not in it: ${names.join(', ').slice(0, 500)}. Upload them to the lesson, or import the whole zip as a collection.`,
  imageTooLarge: 'it is larger than 5 MB.',
} as const;
