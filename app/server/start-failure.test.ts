import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FirstCloneError, GitError } from '#features/git/server/git-errors.ts';
import { readConfig } from '#platform/server/config.ts';
import { DatabaseStartError } from '#platform/server/database/start-error.ts';
import { refused } from '#platform/server/errors.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from '#testing/database.ts';
import { explainStartFailure } from './start-failure.ts';
import { startProduct } from './start.ts';

const failed = (fields: object) => Object.assign(new Error('failed'), fields);

describe('a start that failed', () => {
  it.each([
    ['the database', new DatabaseStartError('Couldn’t start PostgreSQL.'), 'Couldn’t start PostgreSQL.'],
    ['a rule of the product', refused('The folder is in use.'), 'The folder is in use.'],
    ['the first clone', new FirstCloneError('The code host refused.'), 'The code host refused.'],
    ['a missing git', new GitError('git is not installed.', 'not-installed'), 'git is not installed.'],
    [
      'a port that needs rights',
      failed({ syscall: 'listen', code: 'EACCES', port: 80 }),
      'Port 80 cannot be opened (EACCES). Ports below 1024 need rights of root; set PORT to another port.',
    ],
    [
      'a host that has no such address',
      failed({ syscall: 'getaddrinfo', code: 'ENOTFOUND' }),
      'Port 3000 cannot be opened (ENOTFOUND). Change HOST or PORT.',
    ],
  ])('is explained in one line: %s', (_case, error, text) => {
    expect(explainStartFailure(error, readConfig({}))).toBe(text);
  });

  it.each([
    ['a failed git command', new GitError('git fetch failed', 'failed')],
    ['a file of no setting', failed({ code: 'EMFILE', path: '/tmp/some' })],
    ['anything else', new TypeError('undefined is not a function')],
    ['no error', 'nothing'],
  ])('is a bug, shown with its stack: %s', (_case, error) => {
    expect(explainStartFailure(error, readConfig({}))).toBeNull();
  });
});

describe('the product', () => {
  let place: TestDatabasePlace;
  let other: Server;
  let taken: number;
  beforeAll(async () => {
    place = await createTestDatabasePlace();
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    taken = (other.address() as AddressInfo).port;
  });
  afterAll(async () => {
    other.close();
    await place.remove();
  });

  /** Starts the product with these settings, and returns how its failure is explained. */
  async function explain(env: Readonly<Record<string, string>>): Promise<string | null> {
    const config = readConfig({
      LESSONWRIGHT_DATA: place.dataFolder,
      DATABASE_URL: place.databaseUrl,
      LESSONWRIGHT_LOCAL_RUNNER: '0',
      LESSONWRIGHT_SAMPLE: '0',
      PORT: '0',
      ...env,
    });
    const failure = await startProduct(config, pino({ level: 'silent' })).then(
      async (product) => {
        await product.stop();
        throw new Error('It started.');
      },
      (error: unknown) => error,
    );
    return explainStartFailure(failure, config);
  }

  it.each(['PORT', 'LESSONWRIGHT_APPLICATIONS_PORT', 'LESSONWRIGHT_METRICS_PORT'])(
    'names the setting of a port in use: %s',
    async (setting) => {
      expect(await explain({ [setting]: String(taken) })).toBe(
        `Port ${taken} is already in use. Stop the program that uses it, or set ${setting} to another port.`,
      );
    },
  );

  it('names the setting of a data folder that cannot be created', async () => {
    expect(await explain({ LESSONWRIGHT_DATA: '/etc/passwd/data' })).toBe(
      'LESSONWRIGHT_DATA: /etc/passwd/data cannot be written (ENOTDIR). Set it to another folder.',
    );
  });
});
