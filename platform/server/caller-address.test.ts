import { expect, it } from 'vitest';
import { networkOf, plainAddress } from './caller-address.ts';

it.each([
  ['10.1.2.3', '10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '::1', '0:0:0:0'],
  ['::', '::', '0:0:0:0'],
  // IPv4 callers of a server that listens on `::`.
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7108', '203.0.113.8', '203.0.113.8'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
  // NAT64.
  ['64:ff9b::203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['64:ff9b::cb00:7108', '203.0.113.8', '203.0.113.8'],
  ['64:ff9b:1:2:3:4:cb00:7109', '203.0.113.9', '203.0.113.9'],
  // Looks like one, and is not.
  ['::ffff:0:1:203.0.113.7', '::ffff:0:1:203.0.113.7', '0:0:0:ffff'],
  ['no address', 'no address', 'no address'],
])('%s is the caller %s of the network %s', (address, plain, network) => {
  expect([plainAddress(address), networkOf(address)]).toEqual([plain, network]);
});
