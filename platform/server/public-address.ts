import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const RESOLVE_LIMIT_MS = 5_000;

const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Inside of the global range, but for tunnels, documentation and protocols: some carry an IPv4 address that would have to be checked. */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const privateV4 = new BlockList();
for (const [network, bits] of PRIVATE_V4) privateV4.addSubnet(network, bits, 'ipv4');
const specialV6 = new BlockList();
for (const [network, bits] of SPECIAL_V6) specialV6.addSubnet(network, bits, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address belongs to the public internet: not to this machine, a private network, the link, or a special purpose
 * (https://www.iana.org/assignments/iana-ipv4-special-registry). Calls to addresses that authors choose go nowhere else.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !privateV4.check(address, 'ipv4');
  return version === 6 && !address.includes('%') && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** Asks name servers directly: names in this machine's own files aren't for authors. IPv4 first, which every network has. */
export async function resolveHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_LIMIT_MS, tries: 1 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [v4, v6].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
}
