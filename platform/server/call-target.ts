import type { RequestOptions } from 'node:http';

/**
 * Where a call to another of our servers or runners goes. Host, port and path are separate values: joined with the address, a path
 * from a caller could name another host (`http://inner/`, `//inner/`) or climb to another path (`..\..`).
 * @param address of the server: protocol, host and port
 * @throws Error if the path isn't absolute
 */
export function callTarget(address: string, path: string): Pick<RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'> {
  if (!path.startsWith('/')) throw new Error('The path of a call must begin with a slash.');
  const { protocol, hostname, port } = new URL(address);
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path };
}
