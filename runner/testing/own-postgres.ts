import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { Database } from '../languages/postgres/database.mts';
import { runRequest, type Request } from '../languages/postgres/run-request.mts';
import { prepareFolders } from '../src/runner-folders.ts';
import { preparePostgres } from '../src/sql/postgres-program.ts';
import { copyPrepared } from './prepared-folder.ts';
import { sharedFolder } from './shared-folder.ts';

type Outcome = Pick<RunOutcome, 'output' | 'stderr' | 'earlier_errors'> & {
  readonly error: Awaited<ReturnType<typeof runRequest>>['error'];
};

/**
 * Our PostgreSQL program in this process: in a sandbox, each run starts one of its own, which takes most of a second.
 * What the sandbox adds is tested by postgres.test.ts.
 */
export class OwnPostgres {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(sharedFolder(), 'postgres-'));
    await copyPrepared('postgres', sharedFolder(), folder, null);
    const folders = await prepareFolders(folder);
    await preparePostgres(folders);
    const [name = ''] = await readdir(folders.caches);
    const files = await readFile(join(folders.caches, name));
    await rm(folder, { recursive: true });
    return new OwnPostgres(await Database.open(files));
  }

  /** Runs code on an empty database. */
  async run(code: string, request: Partial<Request> = {}): Promise<Outcome> {
    await this.#empty();
    const notices: string[] = [];
    const earlierErrors: RunOutcome['earlier_errors'] = [];
    const all = { files: [], earlier: [], preamble: [], code, maxRows: 100, maxBytes: 100_000, keepsStatements: false, ...request };
    const { output, error } = await runRequest(this.#database, all, {
      onStatement: () => undefined,
      onEarlier: () => undefined,
      onEarlierError: (name, message) => earlierErrors.push({ name, message }),
      onNotice: (text) => notices.push(`${text}\n`),
    });
    return { output, error, stderr: notices.join(''), earlier_errors: earlierErrors };
  }

  async #empty(): Promise<void> {
    await this.#database.endTransaction();
    for (const statement of ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public', 'DISCARD ALL'])
      await this.#database.execute(statement, 0, () => undefined);
  }
}
