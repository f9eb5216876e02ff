import { join } from 'node:path';

/** Programs that the server runs in their own process or thread, by the name of their bundle. */
const SOURCES = {
  runner: '../../runner/src/main.ts',
  'git-host': '../../features/git/server/host-program.ts',
  'text-worker': '../../app/server/text-worker.ts',
  'match-worker': '../../features/search/server/match-worker.ts',
  'spell-worker': '../../features/preflight/server/spelling/spell-worker.ts',
} as const;

/**
 * The file of a program: its bundle if the server runs from a bundle (scripts/setup/bundle-server.ts), else its source.
 * @param server The file that this server runs from.
 */
export function programFile(name: keyof typeof SOURCES, server = import.meta.filename): string {
  if (server.endsWith('.ts')) return join(import.meta.dirname, SOURCES[name]);
  return join(server, '..', `${name}.js`);
}
