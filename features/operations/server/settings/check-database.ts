import { pino } from 'pino';
import type { Config } from '#platform/server/config.ts';
import { findWrongSetting } from '#platform/server/database/postgres/find-wrong-setting.ts';
import { openServerPool } from '#platform/server/database/server.ts';
import { findMissingRights } from '#platform/server/database/try-role.ts';
import { errorFinding, messageOf, okFinding, warningFinding, type Finding } from './finding.ts';

export async function checkDatabase({
  databaseUrl,
  postgresSettings,
}: Pick<Config, 'databaseUrl' | 'postgresSettings'>): Promise<Finding[]> {
  const hasSettings = Object.keys(postgresSettings).length > 0;
  try {
    if (databaseUrl === null) return [await checkBuiltIn(hasSettings ? postgresSettings : null)];
    const ignored = hasSettings ? [warningFinding('LESSONWRIGHT_POSTGRES has no effect with DATABASE_URL.')] : [];
    return [...ignored, ...(await checkServer(databaseUrl))];
  } catch (problem) {
    return [errorFinding(messageOf(problem))];
  }
}

async function checkBuiltIn(settings: Config['postgresSettings'] | null): Promise<Finding> {
  const problem = settings === null ? null : await findWrongSetting(settings);
  return problem === null ? okFinding('The database is the built-in one.') : errorFinding(`LESSONWRIGHT_POSTGRES: ${problem}.`);
}

async function checkServer(databaseUrl: string): Promise<Finding[]> {
  const pool = await openServerPool(databaseUrl, pino({ level: 'silent' }));
  try {
    const missing = await findMissingRights(pool);
    if (missing.length === 0) return [okFinding('The database responds, and its role may create tables.')];
    return missing.map((text) => errorFinding(`${text} Make the role the owner of the database (docs/operating.md).`));
  } finally {
    await pool.end();
  }
}
