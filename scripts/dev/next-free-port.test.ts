import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { nextFreePort } from './next-free-port.ts';

it('is the requested port if it is free, and a later one if it is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await nextFreePort('127.0.0.1', port)).toBeGreaterThan(port);
  await expect(nextFreePort('127.0.0.1', port, 1)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  taken.close();
  await once(taken, 'close');
  expect(await nextFreePort('127.0.0.1', port)).toBe(port);
});
