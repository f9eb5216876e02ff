import { POSTGRES_FOLDER_VARIABLE, startServerWithTemplate } from './database.ts';

/** Vitest's global setup: starts the run's PostgreSQL with the template in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServerWithTemplate();
  process.env[POSTGRES_FOLDER_VARIABLE] = server.folder;
  return server.stop;
}
