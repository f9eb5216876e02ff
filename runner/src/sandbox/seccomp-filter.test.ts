import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { assemble, whenEqual, answer, type Instruction } from './bpf.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { AUDIT_ARCH, refusedCalls, type Architecture } from './syscalls.ts';

const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const REFUSED = 0x0005_0000 | constants.errno.EPERM;
const NOT_THERE = 0x0005_0000 | constants.errno.ENOSYS;

/** Interprets classic BPF as the kernel does. `words`: `seccomp_data` by offset. */
function decide(program: readonly Instruction[], words: Readonly<Record<number, number>>): number {
  let loaded = 0;
  for (let at = 0; at < program.length; at += 1) {
    const { code, ifTrue, ifFalse, operand } = program[at]!;
    const holds = { 0x15: loaded === operand, 0x35: loaded >>> 0 >= operand >>> 0, 0x45: (loaded & operand) !== 0 }[code];
    if (code === 0x06) return operand;
    if (code === 0x20) loaded = words[operand] ?? 0;
    else at += holds ? ifTrue : ifFalse;
  }
  throw new Error('The program has no end.');
}

const call = (architecture: Architecture, number: number, first = 0, second = 0) =>
  decide(seccompFilter(architecture), { 0: number, 4: AUDIT_ARCH[architecture], 16: first, 24: second });

describe.each(['x64', 'arm64'] as const)('the filter on %s', (architecture) => {
  const isX64 = architecture === 'x64';
  const numbers = {
    read: isX64 ? 0 : 63,
    execve: isX64 ? 59 : 221,
    socketpair: isX64 ? 53 : 199,
    socket: isX64 ? 41 : 198,
    mount: isX64 ? 165 : 40,
    unshare: isX64 ? 272 : 97,
    ptrace: isX64 ? 101 : 117,
    bpf: isX64 ? 321 : 280,
    clone: isX64 ? 56 : 220,
    ioctl: isX64 ? 16 : 29,
    personality: isX64 ? 135 : 92,
  };

  it.each([isX64 ? 319 : 279, 447, isX64 ? 29 : 194, isX64 ? 68 : 186])('has no call %i where memory is not counted', (number) => {
    const words = { 0: number, 4: AUDIT_ARCH[architecture] };
    expect(decide(seccompFilter(architecture, 'none', false), words)).toBe(NOT_THERE);
    expect(decide(seccompFilter(architecture, 'loopback', false), words)).toBe(NOT_THERE);
    expect(decide(seccompFilter(architecture), words)).toBe(ALLOW);
  });

  it.each([
    ['read', numbers.read, 0, 0, ALLOW],
    ['execve', numbers.execve, 0, 0, ALLOW],
    ['socketpair', numbers.socketpair, 0, 0, ALLOW],
    ['socket', numbers.socket, 2, 1, REFUSED],
    ['mount', numbers.mount, 0, 0, REFUSED],
    ['unshare', numbers.unshare, 0, 0, REFUSED],
    ['ptrace', numbers.ptrace, 0, 0, REFUSED],
    ['bpf', numbers.bpf, 0, 0, REFUSED],
    ['io_uring_setup', 425, 0, 0, REFUSED],
    ['clone3', 435, 0, 0, NOT_THERE],
    ['a call of a newer kernel', 463, 0, 0, NOT_THERE],
    ['a call of the x32 table', 0x4000_0000 + 41, 0, 0, NOT_THERE],
    ['a fork', numbers.clone, constants.signals.SIGCHLD, 0, ALLOW],
    ['a thread', numbers.clone, 0x3d0f00, 0, ALLOW],
    ['clone with a new user namespace', numbers.clone, 0x1000_0000 | constants.signals.SIGCHLD, 0, REFUSED],
    ['clone with a new mount namespace', numbers.clone, 0x0002_0000, 0, REFUSED],
    ['clone with a new network', numbers.clone, 0x4000_0000, 0, REFUSED],
    ['asking for the size of a terminal', numbers.ioctl, 1, 0x5413, ALLOW],
    ['typing into a terminal', numbers.ioctl, 1, 0x5412, REFUSED],
    ['pasting into a console', numbers.ioctl, 1, 0x541c, REFUSED],
    ['the usual personality', numbers.personality, 0, 0, ALLOW],
    ['asking for the personality', numbers.personality, 0xffff_ffff, 0, ALLOW],
    ['a personality without random addresses', numbers.personality, 0x0004_0000, 0, REFUSED],
  ])('answers %s', (_, number, first, second, expected) => {
    expect(call(architecture, number, first, second)).toBe(expected);
  });

  it.each([
    ['AF_UNIX', 1, ALLOW],
    ['AF_INET', 2, ALLOW],
    ['AF_INET6', 10, ALLOW],
    ['AF_NETLINK', 16, 0x0005_0000 | constants.errno.EOPNOTSUPP],
    ['AF_PACKET', 17, REFUSED],
    ['AF_ALG', 38, REFUSED],
    ['AF_VSOCK', 40, REFUSED],
  ])('for applications decides on a socket of %s', (_, family, expected) => {
    const words = { 0: numbers.socket, 4: AUDIT_ARCH[architecture], 16: family };
    expect(decide(seccompFilter(architecture, 'loopback'), words)).toBe(expected);
    expect(decide(seccompFilter(architecture, 'loopback'), { ...words, 0: numbers.mount })).toBe(REFUSED);
  });

  it('refuses every call of the list', () => {
    expect(refusedCalls(architecture).map((number) => call(architecture, number))).toEqual(refusedCalls(architecture).map(() => REFUSED));
  });

  it('kills a process that calls through another architecture’s table', () => {
    const other = isX64 ? 0x4000_0003 : AUDIT_ARCH.x64;
    expect(decide(seccompFilter(architecture), { 0: numbers.read, 4: other })).toBe(KILL);
  });
});

describe('the assembler', () => {
  it('writes what linux/filter.h describes', () => {
    expect([...assemble([{ code: 0x15, ifTrue: 1, ifFalse: 2, operand: 0x01020304 }])]).toEqual([0x15, 0, 1, 2, 4, 3, 2, 1]);
  });

  it('refuses a jump that is too long', () => {
    expect(() =>
      whenEqual(
        1,
        Array.from({ length: 256 }, () => answer(0)),
      ),
    ).toThrow(RangeError);
  });
});
