import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { routesOnly } from './scripts/routes-only.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Changes seldom and is needed on every page. Everything else is split along the pages' own imports: they load what they need. */
const CHUNKS = [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }];

export default defineConfig({
  root: 'web',
  plugins: [routesOnly(), react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Newer than Vite's default: it would rewrite light-dark(), and the colours of the dark scheme would vanish.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 600,
    // The authoring pages, and the learner's view, which loads nothing of them.
    rolldownOptions: { input: ['web/index.html', 'web/preview.html'], output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: server, changeOrigin: false, ws: true } },
  },
});
