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
  const routes = Object.fromEntries(Object.entries(api).map(([name, { method, path }]) => [name, { method, path }]));
  return {
    name: 'lessonwright:routes-only',
    enforce: 'pre',
    load: (id) => (id === API_FILE ? `export const api = ${JSON.stringify(routes)};` : null),
  };
}
