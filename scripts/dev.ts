import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createLogger, createServer, type Plugin } from 'vite';
import { startDatabase } from './dev/database.ts';
import { nextFreePort } from './dev/next-free-port.ts';
import { RestartingServer } from './dev/restarting-server.ts';
import { startRunner } from './dev/runner.ts';
import { watchFiles } from './dev/watch-files.ts';

// `npm run dev`: Vite serves the pages and proxies calls to the server, which restarts whenever one of its files changes. The
// runner and the database keep running.

const NEVER_SECONDS = 24 * 60 * 60;
const SERVER_FILES = ['app/server', 'features', 'platform', 'package.json'];
const RUNNER_FILES = ['runner'];

const pagePort = await nextFreePort('localhost', Number(process.env['LESSONWRIGHT_DEV_PORT'] ?? 5173));
const serverPort = await nextFreePort('127.0.0.1', Number(process.env['PORT'] ?? 3000));
const address = `http://localhost:${pagePort}`;
// vite.config.ts proxies calls to it.
process.env['PORT'] = String(serverPort);

const hasRunner = process.env['LESSONWRIGHT_LOCAL_RUNNER'] !== '0';
const runnerPort = await nextFreePort('127.0.0.1', 0);
const token = randomBytes(32).toString('base64url');
const runner = hasRunner ? startRunner(runnerPort, token) : null;
const named = JSON.parse(process.env['LESSONWRIGHT_RUNNERS'] || '[]') as unknown[];
const runners = hasRunner ? [{ name: 'local', url: `http://127.0.0.1:${runnerPort}`, token }, ...named] : named;

const postgres = await startDatabase();
const server = new RestartingServer(serverPort, {
  // Calls arrive with the address of the page, which is Vite's.
  LESSONWRIGHT_PUBLIC_URL: address,
  ...process.env,
  ...(postgres && { DATABASE_URL: postgres.url }),
  LESSONWRIGHT_LOCAL_RUNNER: '0',
  LESSONWRIGHT_RUNNERS: JSON.stringify(runners),
});

/** Calls wait for a starting server, and fail if it doesn't start. */
const callsWait: Plugin = {
  name: 'calls-wait',
  configureServer({ middlewares }) {
    middlewares.use('/api', (_request, response, next) => void passOn(response, next));
  },
};

async function passOn(response: ServerResponse, next: () => void): Promise<void> {
  if (await server.whenSettled()) return next();
  response.writeHead(503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code: 'unavailable', message: 'The server is not running. See the terminal for the reason.' } }));
}

const logger = createLogger('warn');
const writeError = logger.error.bind(logger);
logger.error = (message, options) => {
  // A connection that a restart closed: its stack trace doesn't help.
  if (message.includes('proxy')) logger.warnOnce(message.split('\n')[0] ?? message);
  else writeError(message, options);
};

const pages = await createServer({
  plugins: [callsWait],
  customLogger: logger,
  // The build's list of pages isn't found from here; without it, packages would only be bundled when a page first requests them.
  optimizeDeps: { entries: ['index.html', 'preview.html'] },
  server: { port: pagePort, strictPort: true },
});
const watchers = [watchFiles(SERVER_FILES, () => server.restart()), ...(runner ? [watchFiles(RUNNER_FILES, () => runner.restart())] : [])];

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  for (const watcher of watchers) watcher.close();
  await Promise.all([pages.close(), server.stop(), runner?.stop()]);
  await postgres?.stop();
  process.exit(0);
}
// Vite's own handler would exit before the server and the runner have.
process.removeAllListeners('SIGTERM');
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void stop());
// Keeps the process alive while a failed server waits for a change.
setInterval(() => undefined, NEVER_SECONDS * 1000);

await pages.listen();
if (await server.whenSettled()) console.log(`\n  Open ${address}\n`);
