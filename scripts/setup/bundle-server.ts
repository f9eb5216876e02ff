import * as http from 'node:http';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

const SHARED = { runner: 'runner/src/main.ts', 'text-worker': 'app/server/text-worker.ts' };

/** The programs to bundle, by file name: platform/server/program-file.ts finds them. */
const PROGRAMS = {
  server: {
    main: 'app/server/main.ts',
    'git-host': 'features/git/server/host-program.ts',
    'match-worker': 'features/search/server/match-worker.ts',
    'spell-worker': 'features/preflight/server/spelling/spell-worker.ts',
    ...SHARED,
  },
  cli: { main: 'app/cli/main.ts', ...SHARED },
};

/**
 * Stays in node_modules: native code, packages that find their own files, and large ones that only some settings need. Also the
 * database driver: errors from inside it are recognized by the paths in their stacks (platform/server/uncaught-errors.ts).
 */
const APART = ['@node-rs/argon2', '@astral-sh/ruff-wasm-nodejs', '@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'pg', 'pg-native'];

const REPOSITORY = join(import.meta.dirname, '../..');

/** Keeps files that a source finds next to itself (migrations, scripts, programs of runs) where they were. */
function sourceFolders(folder: string): Plugin {
  return {
    name: 'source-folders',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.dirname') || id.includes('node_modules')) return null;
      const back = JSON.stringify(`/${relative(folder, dirname(id))}`);
      return code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${back})`);
    },
  };
}

const HTTP = '\0node:http';
/** Members that Node itself loads lazily. */
const LOADED_LATE: ReadonlySet<string> = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/**
 * An `import` of `node:http` evaluates all its members, including the client for WebSocket and fetch: 50 ms and 14 MB in each
 * process. The bundle takes the others from the module without it.
 */
const httpAlone: Plugin = {
  name: 'http-alone',
  enforce: 'pre',
  resolveId(source, _importer, { kind }: { kind?: string }) {
    return kind === 'import-statement' && /^(node:)?http$/.test(source) ? HTTP : null;
  },
  load(id) {
    if (id !== HTTP) return null;
    const names = Object.keys(http).filter((name) => name !== 'default' && !LOADED_LATE.has(name));
    const exports = names.map((name) => `export const ${name} = http.${name};`);
    return ["const http = process.getBuiltinModule('node:http');", 'export default http;', ...exports].join('\n');
  },
};

/**
 * Bundles each program of the product with its packages into one file: Node takes longer to find and read two thousand files than
 * to run them (docs/decisions/0039-the-product-starts-from-a-bundle.md). Names and lines are kept for the stacks of errors.
 */
const [, , name = 'dist/server', product = 'server'] = process.argv;
if (product !== 'server' && product !== 'cli') throw new Error(`There is no product “${product}”.`);
const folder = join(REPOSITORY, name);
await build({
  configFile: false,
  root: REPOSITORY,
  logLevel: 'error',
  plugins: [sourceFolders(folder), httpAlone],
  ssr: { noExternal: true, external: APART },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: PROGRAMS[product],
      // A command takes little of the features that it imports: their routes and tables, and what those need, are left out.
      ...(product === 'cli' && { treeshake: { moduleSideEffects: (id: string) => !id.includes('/features/') } }),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
