import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresPrograms } from './programs.ts';
import { serverArguments, type PostgresSettings } from './settings.ts';

const LIMIT_MS = 30_000;
const run = promisify(execFile);

/** What PostgreSQL refuses of these settings, in its own words; null: it accepts them. Starts no server. */
export async function findWrongSetting(settings: PostgresSettings): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-check-'));
  try {
    await writeFile(join(folder, 'postgresql.conf'), '');
    const postgres = join(await findPostgresPrograms(null), 'postgres');
    // Prints one setting, after all were checked. Root may do that, too.
    await run(postgres, ['-C', 'max_connections', '-D', folder, ...serverArguments(settings, { sync: true })], { timeout: LIMIT_MS });
    return null;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const line = stderr.split('\n').find((each) => each.includes('FATAL'));
    if (line === undefined) throw error;
    return line.replace(/^.*FATAL:\s*/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
