import react from '@vitejs/plugin-react';
import { build, defineConfig, type UserConfig } from 'vite';
import { chunkNames } from './scripts/web-build/chunk-names.ts';
import { preloadTypeface } from './scripts/web-build/preload-typeface.ts';
import { routesOnly } from './scripts/web-build/routes-only.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Changes seldom and is needed on every page. */
const REACT = { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ };
/** What people wait for most: it comes in a few files. See {@link chunkNames}. */
const PAGES = {
  first: ['app/web/index.html', 'web/lessons-page.tsx'],
  others: ['web/lesson-page.tsx', 'web/screen-page.tsx', 'markdown-editor/markdown-editor.tsx'],
  apart: ['app/web/preview.html'],
};

const config = {
  root: 'app/web',
  plugins: [routesOnly(), preloadTypeface(), react()],
  resolve: { alias: [{ find: /^zod$/, replacement: new URL('platform/web/zod.ts', import.meta.url).pathname }] },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // What the README names. Newer than Vite's default: it would rewrite light-dark(), and the colours of the dark scheme would vanish.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 600,
    // The authoring pages, and the learner's view, which loads nothing of them.
    rolldownOptions: {
      input: ['app/web/index.html', 'app/web/preview.html'],
      output: { codeSplitting: { groups: [REACT] } },
      // A warning on slow machines only.
      checks: { bundlerTimings: false },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: server, changeOrigin: false, ws: true } },
  },
} satisfies UserConfig;

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config;
  // Once to see what is used by what, after all that is unused has been left out; then in the files that follow from it.
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: { ...config.build, write: false, minify: false } });
  const chunks = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
  const names = chunkNames(chunks, PAGES);
  const groups = [REACT, { debugName: 'pages', name: (id: string) => names.get(id) ?? null }];
  return {
    ...config,
    build: {
      ...config.build,
      rolldownOptions: { ...config.build.rolldownOptions, output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
    },
  };
});
