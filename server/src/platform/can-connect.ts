import { connect } from 'node:net';

/**
 * Whether a program accepts connections at an address. The kernel accepts them, so this says nothing about how busy the program is:
 * without an answer in a second or so, its machine is gone or cut off.
 */
export function canConnect(url: string, limitMs: number): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const end = (isConnected: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isConnected);
    };
    const timer = setTimeout(() => end(false), limitMs);
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
