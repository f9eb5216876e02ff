import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// Without settings the product opens no connection. In `npm run test:all`, because it runs other tests a second time.

/** What authors do, from the first save to a proposal. */
const WORK = [
  'features/screens/server/screens.test.ts',
  'features/runs/server/runs.test.ts',
  'features/proposals/server/proposals.test.ts',
  'features/preflight/server/preflight.test.ts',
];

/** A separate network that has only a loopback. PostgreSQL refuses to run as root, so ordinary users keep their ids. */
const ALONE = process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-current-user', '--keep-caps', '--net'];

/** As `ip link set lo up`, which not every machine has. */
const LOOPBACK_UP = `python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 0x49))'`;

/** Packets that had no way out: the kernel counts them for each network. */
const OUT_NO_ROUTES = `awk '/^Ip:/ && !names { split($0, n); names = 1; next } /^Ip:/ { for (i in n) if (n[i] == "OutNoRoutes") print "unreachable", $i }' /proc/net/snmp`;

async function inEmptyNetwork(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('unshare', [...ALONE, 'sh', '-c', `${LOOPBACK_UP} && ${script}`], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

it('counts attempts to connect', async () => {
  const connect = `require('node:net').connect(80, '192.0.2.1').on('error', () => undefined)`;
  expect(await inEmptyNetwork(`"${process.execPath}" -e "${connect}" && ${OUT_NO_ROUTES}`)).toBe('unreachable 1\n');
});

it('writing, running, checking and proposing try no connection', async () => {
  const vitest = `"${process.execPath}" node_modules/vitest/vitest.mjs run --project integration ${WORK.join(' ')}`;
  const printed = await inEmptyNetwork(`${vitest} && ${OUT_NO_ROUTES}`);
  expect(printed).toMatch(/unreachable 0\n$/);
  expect(printed).toMatch(new RegExp(`Test Files .*${WORK.length} passed`));
});
