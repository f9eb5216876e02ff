import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { Notifications } from '../database/notifications.ts';
import { Servers } from './servers.ts';

const SILENT = pino({ level: 'silent' });
const WAIT = { timeout: 300_000, interval: 20 };
const KEYS = Array.from({ length: 300 }, (_, index) => `person ${index}`);

let database: TestDatabase;
let cleanup: AsyncDisposableStack;
beforeEach(async () => {
  cleanup = new AsyncDisposableStack();
  database = await createTestDatabase();
  cleanup.defer(() => database.close());
});
afterEach(() => cleanup.disposeAsync());

let port = 1;

interface Joined {
  readonly url?: string;
  readonly role?: 'web' | 'git';
  readonly blobs?: string;
  readonly silenceSeconds?: number;
  readonly log?: Logger;
}

async function join({
  url = `http://127.0.0.1:${(port += 1)}`,
  role = 'web',
  blobs = 'a bucket',
  silenceSeconds = 60,
  log = SILENT,
}: Joined = {}): Promise<Servers> {
  const notifications = await Notifications.open(database, { log: SILENT });
  cleanup.defer(() => notifications.close());
  const self = { url, role };
  const servers = await Servers.join(database.db, {
    self,
    blobs,
    notifications,
    clock: { now: Date.now },
    log,
    beatMs: 50,
    silenceSeconds,
  });
  cleanup.defer(() => servers.leave());
  return servers;
}

const homes = (servers: Servers) => KEYS.map((key) => servers.homeOf(key).id);
const idsOf = (servers: Servers) => servers.others().map(({ id }) => id);

describe('the servers of a database', () => {
  it('know each other, and agree on who is at home where', async () => {
    const [one, two, three] = [await join(), await join(), await join()];
    for (const servers of [one, two, three]) await vi.waitUntil(() => servers.others().length === 2, WAIT);
    const before = homes(one);
    expect(homes(two)).toEqual(before);
    expect(new Set(before)).toEqual(new Set([one, two, three].map(({ self }) => self.id)));
    await three.leave();
    await vi.waitUntil(() => idsOf(one).length === 1 && idsOf(two).length === 1, WAIT);
    const after = homes(one);
    expect(homes(two)).toEqual(after);
    // Only those of the server that left have moved.
    expect(after.filter((id, index) => id !== before[index])).toHaveLength(before.filter((id) => id === three.self.id).length);
    expect(one.secret).toBe(two.secret);
  });

  it('notice when one of them is silent', async () => {
    const one = await join({ silenceSeconds: 1 });
    const onGone = vi.fn(() => Promise.resolve());
    one.onGone(onGone);
    await database.db
      .insertInto('servers')
      .values({ id: '00000000-0000-4000-8000-000000000001', url: 'http://127.0.0.1:1', role: 'web', version: '1', blobs: 'a bucket' })
      .execute();
    await one.refresh();
    await vi.waitUntil(() => onGone.mock.calls.length > 0, WAIT);
    expect(one.others()).toEqual([]);
    expect(await database.db.selectFrom('servers').select('id').execute()).toEqual([{ id: one.self.id }]);
  });

  it('send nothing to one that could not be reached, or that waits for the repositories', async () => {
    const one = await join();
    const two = await join();
    await join({ role: 'git' });
    await vi.waitUntil(() => idsOf(one).includes(two.self.id), WAIT);
    expect(idsOf(one)).toEqual([two.self.id]);
    expect(one.holder()).toBeNull();
    one.doubt(two.self.id);
    expect(one.others()).toEqual([]);
    expect(new Set(homes(one))).toEqual(new Set([one.self.id]));
  });

  it('send calls to one again once it can be reached', async () => {
    const one = await join();
    const socket = createServer().listen(0, '127.0.0.1');
    cleanup.defer(() => void socket.close());
    await once(socket, 'listening');
    const two = await join({ url: `http://127.0.0.1:${(socket.address() as AddressInfo).port}` });
    await vi.waitUntil(() => idsOf(one).length === 1, WAIT);
    one.doubt(two.self.id);
    expect(one.others()).toEqual([]);
    await vi.waitUntil(() => idsOf(one).length === 1, WAIT);
  });

  it('forget one that was killed when it starts again at its address', async () => {
    const one = await join();
    const url = 'http://127.0.0.1:1';
    // Only its row is left of it.
    await database.db
      .insertInto('servers')
      .values({ id: '00000000-0000-4000-8000-000000000002', url, role: 'web', version: '1', blobs: 'a bucket' })
      .execute();
    await one.refresh();
    expect(idsOf(one)).toEqual(['00000000-0000-4000-8000-000000000002']);
    const restarted = await join({ url });
    await vi.waitUntil(() => idsOf(one).join() === restarted.self.id, WAIT);
  });

  it('log once that the list can’t be read, and again after it could be', async () => {
    const lines: string[] = [];
    const one = await join({ log: pino({}, { write: (line) => lines.push(line) }) });
    const logged = () => lines.filter((line) => line.includes('could not read the list of servers')).length;
    const breakList = () => sql`alter table cluster rename to cluster_away`.execute(database.db);
    const repairList = () => sql`alter table cluster_away rename to cluster`.execute(database.db);
    await breakList();
    await one.tryRefresh();
    await one.tryRefresh();
    expect(logged()).toBe(1);
    await repairList();
    await one.tryRefresh();
    await breakList();
    await one.tryRefresh();
    expect(logged()).toBe(2);
    await repairList();
  });

  it('keep their files in one place', async () => {
    await join();
    await expect(join({ blobs: 'a folder' })).rejects.toThrow('keeps its files in a bucket, and this one in a folder');
  });
});
