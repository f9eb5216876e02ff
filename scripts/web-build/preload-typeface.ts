import type { Plugin } from 'vite';

/** The face that the first words of every page have. */
const FIRST = /\/atkinson-hyperlegible-next-latin-wght-normal-[\w-]+\.woff2$/;

/** Lets browsers fetch the main typeface together with the script, and not only after the style sheet that names it. */
export function preloadTypeface(): Plugin {
  return {
    name: 'lessonwright:preload-typeface',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => preloadOf(Object.keys(bundle ?? {})),
    },
  };
}

/** The tag for the page's head; none in the development server, which builds no files. */
export function preloadOf(files: readonly string[]) {
  return files
    .filter((file) => FIRST.test(`/${file}`))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
      injectTo: 'head' as const,
    }));
}
