import { folderTemplate, POSTGRES_FOLDER_VARIABLE, startServerWithTemplate, testDatabaseKind } from './database.ts';

/** Vitest's global setup: makes the template once before the workers start, and the server where one is tested. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (testDatabaseKind() === 'embedded') {
    await folderTemplate();
    return undefined;
  }
  const server = await startServerWithTemplate();
  process.env[POSTGRES_FOLDER_VARIABLE] = server.folder;
  return server.stop;
}
