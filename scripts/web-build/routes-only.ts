import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { api } from '#app/contract/api.ts';

/** The file that lists every call, as the bundler names it. */
const API_FILE = fileURLToPath(new URL('../../app/contract/api.ts', import.meta.url));

/**
 * Gives the browser the method and path of every call without their schemas: its client doesn't validate, and with the schemas a
 * page would load all of zod before its first call. The types are still those of the contract.
 */
export function routesOnly(): Plugin {
  return {
    name: 'lessonwright:routes-only',
    enforce: 'pre',
    load: (id) => (id === API_FILE ? `export const api = (${readRoutes.toString()})(${JSON.stringify(writeRoutes())});` : null),
  };
}

const PREFIX = '/api/';

/** Names and paths by method: hundreds of objects would be a sixth larger, compressed. */
function writeRoutes(): Record<string, string> {
  const byMethod = Map.groupBy(Object.entries(api), ([, { method }]) => method);
  return Object.fromEntries(
    [...byMethod].map(([method, routes]) => [method, routes.map(([name, { path }]) => `${name} ${below(path)}`).join()]),
  );
}

function below(path: string): string {
  if (path.startsWith(PREFIX) && !/[ ,]/.test(path)) return path.slice(PREFIX.length);
  throw new Error(`The path of a call must begin with ${PREFIX}: ${path}`);
}

/** Runs in the browser, so it holds everything that it uses. */
function readRoutes(byMethod: Record<string, string>): Record<string, { method: string; path: string }> {
  const routes = Object.entries(byMethod).flatMap(([method, all]) =>
    all.split(',').map((route) => {
      const [name = '', path = ''] = route.split(' ');
      return [name, { method, path: `/api/${path}` }] as const;
    }),
  );
  return Object.fromEntries(routes);
}
