import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDatabase } from './database.ts';
import { DatabaseStartError } from './start-error.ts';

describe('a transaction', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  const keys = async () => (await database.db.selectFrom('settings').select('key').orderBy('key').execute()).map((row) => row.key);
  const insert = (key: string) => ({ key, value: '1' });

  it('is atomic', async () => {
    const { db } = database;
    await db.transaction().execute((tx) =>
      tx
        .insertInto('settings')
        .values([insert('a'), insert('b')])
        .execute(),
    );
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('settings').values(insert('c')).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await keys()).toEqual(['a', 'b']);
  });

  it('immediately refuses a query outside it instead of waiting forever', async () => {
    const { db } = database;
    const nested = db.transaction().execute(() => db.selectFrom('settings').selectAll().execute());
    await expect(nested).rejects.toThrow('pass the transaction on');
    const twice = db.transaction().execute(() => db.transaction().execute((tx) => tx.selectFrom('settings').selectAll().execute()));
    await expect(twice).rejects.toThrow('pass the transaction on');
    expect(await keys()).toEqual([]);
  });

  it('makes other transactions wait', async () => {
    const { db } = database;
    const writers = Array.from({ length: 30 }, (_, number) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('settings')
          .values(insert(`k${number}`))
          .execute();
        return tx.selectFrom('settings').select('key').execute();
      }),
    );
    await Promise.all(writers);
    expect(await keys()).toHaveLength(30);
  });

  it('lets work started inside it query after its end', async () => {
    const { db } = database;
    const end = Promise.withResolvers<undefined>();
    let after: Promise<string[]> | undefined;
    await db.transaction().execute((tx) => {
      after = end.promise.then(keys);
      return tx.insertInto('settings').values(insert('a')).execute();
    });
    end.resolve(undefined);
    expect(await after).toEqual(['a']);
  });

  it('leaves the session usable after a failure', async () => {
    const { db } = database;
    const failing = db.transaction().execute((tx) => tx.insertInto('settings').values({ key: 'a', value: 'no json' }).execute());
    await expect(failing).rejects.toThrow('invalid input syntax for type json');
    expect(await keys()).toEqual([]);
  });
});

describe('a server that cannot be used', () => {
  const open = (databaseUrl: string) => openDatabase({ dataFolder: '/nowhere', databaseUrl });

  it('is reported with its address and the reason, without the password', async () => {
    const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const failure = await open(`postgresql://user:hidden@127.0.0.1:${port}/lessons`).catch((error: unknown) => error);
    listener.close();
    expect(failure).toBeInstanceOf(DatabaseStartError);
    expect(String(failure)).toContain(`PostgreSQL at 127.0.0.1:${port}/lessons cannot be used: `);
    expect(String(failure)).not.toContain('hidden');
  });

  it('is reported when the port is closed', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : 0;
    listener.close();
    await once(listener, 'close');
    await expect(open(`postgresql://127.0.0.1:${port}/lessons`)).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${port}/lessons cannot be used: connect ECONNREFUSED 127.0.0.1:${port}. Check DATABASE_URL.`,
    );
  });
});

it('refuses a data folder of version 0.1 instead of starting empty beside it, and changes nothing', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'version-0.1-'));
  try {
    mkdirSync(join(dataFolder, 'database'));
    writeFileSync(join(dataFolder, 'database', 'PG_VERSION'), '17\n');
    await expect(openDatabase({ dataFolder, databaseUrl: null, isOwner: true })).rejects.toThrow('Start version 0.2 once');
    expect(readdirSync(dataFolder)).toEqual(['database']);
  } finally {
    rmSync(dataFolder, { recursive: true });
  }
});
