import { isIPv6 } from 'node:net';

const GROUPS = 8;

/** The first groups of addresses whose last 32 bits are an IPv4 address. */
const IPV4_INSIDE: readonly (readonly number[])[] = [
  // Mapped (RFC 4291): an IPv4 caller of a server that listens on `::`.
  [0, 0, 0, 0, 0, 0xffff],
  // Translated by NAT64 (RFC 6052), and within its own network (RFC 8215).
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x64, 0xff9b, 1],
];

/** The IPv4 address that an IPv6 address stands for; every other address as it is. */
export function plainAddress(address: string): string {
  const groups = groupsOf(address);
  if (groups === null || !IPV4_INSIDE.some((known) => known.every((group, at) => groups[at] === group))) return address;
  return groups
    .slice(-2)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** One key for all addresses of one network customer: the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  const groups = groupsOf(plain);
  if (groups === null) return plain;
  return groups
    .slice(0, GROUPS / 2)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight numbers of an IPv6 address; null: it is none. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = numbersOf(head);
  if (tail === undefined) return before;
  const after = numbersOf(tail);
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after];
}

/** An address may end in the dots of IPv4. */
function numbersOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
