import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const MOST_TRIES = 100;

/** The wished port, or the next one that is free; 0: any. */
export async function nextFreePort(host: string, wished: number, tries = MOST_TRIES): Promise<number> {
  const probe = createServer().listen(wished, host);
  try {
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    if (wished === 0 || tries <= 1 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return await nextFreePort(host, wished + 1, tries - 1);
  } finally {
    probe.close();
  }
}
