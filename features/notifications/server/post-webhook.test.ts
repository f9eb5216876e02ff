import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { notifyUsers } from './notify.ts';
import { postWebhook } from './post-webhook.job.ts';

const SECRET = 'a-secret-of-the-webhook';

interface Delivery {
  readonly body: string;
  readonly signature: unknown;
  readonly id: unknown;
}

const deliveries: Delivery[] = [];
/** The statuses of the next replies, then 200; null: no reply. */
let statuses: (number | null)[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { headers } = request;
    const body = Buffer.concat(parts).toString('utf8');
    deliveries.push({ body, signature: headers['x-lessonwright-signature-256'], id: headers['x-lessonwright-delivery'] });
    const status = statuses.length > 0 ? statuses.shift()! : 200;
    if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(100_000));
  });
});
let server: TestServer;

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  server = await startTestServer({
    env: { LESSONWRIGHT_NOTIFICATION_WEBHOOK: url, LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET: SECRET },
  });
});
afterAll(async () => {
  await server?.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  deliveries.length = 0;
  statuses = [];
});

let about = 0;
async function add(...others: number[]): Promise<number> {
  const { db } = server.platform;
  await db.transaction().execute((tx) =>
    notifyUsers(tx, server.platform, {
      kind: 'review',
      about: `review:${(about += 1)}`,
      actor: { id: server.users.owner.id },
      to: [server.users.staff.id, ...others],
      details: { release: 'Spring', verdict: 'approve' },
      target: { release_id: null },
    }),
  );
  return (
    await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', server.users.staff.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;
}
const received = (count: number) => vi.waitFor(() => expect(deliveries).toHaveLength(count), 300_000);

describe('the webhook', () => {
  it('is called once for an event, with everyone who is notified, signed', async () => {
    const other = await server.newPerson('staff');
    const id = await add(other.user.id);
    await received(1);
    const [{ body, signature, id: delivery } = { body: '', signature: '', id: '' }] = deliveries;
    expect(JSON.parse(body)).toMatchObject({
      event: 'notification',
      id,
      kind: 'review',
      to: expect.toSatisfy(
        (to: { id: number }[]) =>
          to
            .map((each) => each.id)
            .toSorted((a, b) => a - b)
            .join() === [server.users.staff.id, other.user.id].join(),
      ),
      actor: { name: 'Test owner' },
      text: 'Test owner approved Spring',
    });
    expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
    expect(delivery).toBe(`notification-${id}`);
  });

  it('is called again when it is overloaded', async () => {
    statuses = [503];
    await add();
    await received(2);
    expect(deliveries[1]).toEqual(deliveries[0]);
  });

  it.each([400, 302])('that replies %i is not called again', async (status) => {
    const logged = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined);
    statuses = [status];
    const id = await add();
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith({ notification: id, status }, expect.any(String)), 300_000);
    expect(deliveries).toHaveLength(1);
    logged.mockRestore();
  });

  it('has a time limit', async () => {
    const id = await add();
    await received(1);
    statuses = [null];
    await expect(postWebhook(server.platform, [id], new AbortController().signal, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
