import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const MOST_TRIES = 100;

/** Returns the requested port, or the next free one; 0: any. */
export async function nextFreePort(host: string, requested: number, tries = MOST_TRIES): Promise<number> {
  const probe = createServer().listen(requested, host);
  try {
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    if (requested === 0 || tries <= 1 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return await nextFreePort(host, requested + 1, tries - 1);
  } finally {
    probe.close();
  }
}
