import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SecretText } from '#platform/server/secret-text.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import { AnnouncedRunners } from './announced-runners.ts';

const health = buildRunnerHealth();

let database: TestDatabase;
/** What a silent runner responds when it is asked. */
let responds: Server;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  responds = createServer((_request, response) => response.end(JSON.stringify({ ...health, running: 1 }))).listen(0, '127.0.0.1');
  await once(responds, 'listening');
  url = `http://127.0.0.1:${(responds.address() as AddressInfo).port}`;
});
afterAll(async () => {
  responds.closeAllConnections();
  responds.close();
  await database.close();
});

/** A runner isn't silent because a test is slow. */
const options = { token: new SecretText('a-token-of-runners'), log: pino({ level: 'silent' }), silenceMs: 600_000 };
let announced: AnnouncedRunners;
const gone: string[] = [];
beforeEach(async () => {
  announced = await AnnouncedRunners.open(database.db, options);
  announced.onGone((name) => gone.push(name));
});
afterEach(async () => {
  await announced.stop();
  await database.db.deleteFrom('announced_runners').execute();
  gone.length = 0;
});

const silence = (name: string) =>
  database.db
    .updateTable('announced_runners')
    .set({ announced_at: new Date(Date.now() - 2 * options.silenceMs) })
    .where('name', '=', name)
    .execute();

describe('runners that announce themselves', () => {
  it('are known with their last state and called with the token, on every server', async () => {
    const other = await AnnouncedRunners.open(database.db, options);
    const instance = randomUUID();
    await announced.record('r1', { url, instance, health });
    await announced.record('r1', { url, instance, health: { ...health, running: 2 } });
    await vi.waitFor(() => expect(other.find('r1')?.health.running).toBe(2), { timeout: 300_000 });
    expect(await other.find('r1')?.address()).toEqual({ url, token: 'a-token-of-runners' });
    expect(other.all.map(({ name }) => name)).toEqual(['r1']);
    await other.stop();
  });

  it('are asked when they are silent, and gone when they do not respond', async () => {
    await announced.record('responds', { url, instance: randomUUID(), health });
    await announced.record('dead', { url: 'http://127.0.0.1:1', instance: randomUUID(), health });
    await Promise.all(['responds', 'dead'].map(silence));
    await announced.read();
    expect(announced.all.map(({ name, health: { running } }) => [name, running])).toEqual([['responds', 1]]);
    expect([gone, announced.lost]).toEqual([['dead'], ['dead']]);
  });

  it('are gone at once when their machine accepts no connection', async () => {
    const isReachable = (address: string) => Promise.resolve(address !== url);
    const other = await AnnouncedRunners.open(database.db, { ...options, isReachable });
    // Responds, but only because a machine can't be cut off here.
    await announced.record('cut off', { url, instance: randomUUID(), health });
    await other.read();
    await silence('cut off');
    await other.read();
    expect(other.all).toEqual([]);
    await other.stop();
  });

  it('are left out when a call finds them cut off, until they announce themselves again', async () => {
    const instance = randomUUID();
    await announced.record('r1', { url, instance, health });
    announced.leaveOut('r1');
    await announced.read();
    expect([announced.all, gone, announced.lost]).toEqual([[], ['r1'], ['r1']]);
    await announced.record('r1', { url, instance, health });
    expect(announced.find('r1')).toMatchObject({ instance });
    expect(announced.lost).toEqual([]);
  });

  it('are gone as soon as they announce that they stopped', async () => {
    const instance = randomUUID();
    await announced.record('r1', { url, instance, health });
    await announced.record('r1', { url, instance, health: null });
    expect([announced.all, gone, announced.lost]).toEqual([[], ['r1'], []]);
  });

  it('cannot take the name of a running one, but that of a silent one', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await announced.record('r1', { url, instance: first, health });
    await expect(announced.record('r1', { url, instance: second, health })).rejects.toMatchObject({ code: 'already_exists' });
    await silence('r1');
    await announced.record('r1', { url, instance: second, health });
    expect(announced.find('r1')?.instance).toBe(second);
    expect(gone).toEqual(['r1']);
  });

  it('stay while the database does not respond', async () => {
    await announced.record('r1', { url, instance: randomUUID(), health });
    const broken = vi.spyOn(database.db, 'selectFrom').mockImplementation(() => {
      throw new Error('The database is away.');
    });
    await expect(announced.read()).rejects.toThrow('away');
    broken.mockRestore();
    expect([announced.all.length, gone]).toEqual([1, []]);
  });
});
