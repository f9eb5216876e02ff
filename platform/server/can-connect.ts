import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Attempts to connect, in case a packet is lost: TCP itself tries again only after a second. */
const ATTEMPTS = 3;
const ATTEMPT_EVERY_MS = 100;
const CUT_OFF_MS = 400;

/**
 * Whether a program accepts connections at an address. The kernel accepts them, so this says nothing about how busy the program is:
 * without an answer in a second or so, its machine is gone or cut off.
 */
export async function canConnect(url: string, limitMs: number): Promise<boolean> {
  return (await reach(url, limitMs)) === 'accepts';
}

/**
 * Whether nothing at an address says anything for 0.4 s. A machine that refuses connections isn't cut off. Too quick for work that can't be
 * repeated: a machine that is paused for a moment, such as one that is moved to another host, is cut off as well.
 */
export async function isCutOff(url: string): Promise<boolean> {
  const settled = new AbortController();
  const attempts = Array.from({ length: ATTEMPTS }, async (_, index) => {
    if (index > 0) await sleep(index * ATTEMPT_EVERY_MS, undefined, { signal: settled.signal });
    if ((await reach(url, CUT_OFF_MS - index * ATTEMPT_EVERY_MS)) === 'silent') throw new Error('No answer.');
  });
  const isSilent = await Promise.any(attempts).then(
    () => false,
    () => true,
  );
  settled.abort();
  return isSilent;
}

/** What happens to an attempt to connect within a time. */
function reach(url: string, limitMs: number): Promise<'accepts' | 'refuses' | 'silent'> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const end = (reached: 'accepts' | 'refuses' | 'silent') => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reached);
    };
    // If this process stood still, an answer that came meanwhile is read first.
    const timer = setTimeout(() => setImmediate(() => end('silent')), limitMs);
    socket.once('connect', () => end('accepts'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED' ? 'refuses' : 'silent'));
  });
}
