import { constants } from 'node:os';
import { answer, load, unlessEqual, whenAnyBit, whenAtLeast, whenEqual, type Instruction } from './bpf.ts';
import { AUDIT_ARCH, FIRST_UNKNOWN, judgedCall, memoryHidingCalls, refusedCalls, type Architecture } from './syscalls.ts';

/** Offsets in `struct seccomp_data`. Arguments are 64 bits wide; the lower word comes first on both architectures. */
const CALL_NUMBER = 0;
const ARCHITECTURE = 4;
const firstArgument = 16;
const secondArgument = 24;

const ALLOW = answer(0x7fff_0000);
const KILL = answer(0x8000_0000);
const REFUSE = answer(0x0005_0000 | constants.errno.EPERM);
const NOT_THERE = answer(0x0005_0000 | constants.errno.ENOSYS);
const NOT_SUPPORTED = answer(0x0005_0000 | constants.errno.EOPNOTSUPP);

/** `CLONE_NEW…` for mounts, control groups, host names, IPC, users, processes and the network. */
const NEW_NAMESPACES = 0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000;
/** `ioctl` requests that type into the controlling terminal. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** `personality` as a query; it changes nothing. */
const ASK_PERSONALITY = 0xffff_ffff;
/** `AF_UNIX`, `AF_INET` and `AF_INET6`: all that applications need. */
const APPLICATION_FAMILIES = [1, 2, 10];
/** `AF_NETLINK`, which programs use to list network devices. ZeroMQ, and so Jupyter's kernels, crash on any other error. */
const DEVICE_LIST_FAMILY = 16;

/**
 * Sockets that a sandbox may open. Its network namespace contains nothing but its own loopback in any case.
 *
 * - `none`: none; `socketpair` still works.
 * - `loopback`: for applications that listen inside.
 */
export type Sockets = 'none' | 'loopback';

/**
 * Builds the filter of system calls for runs. A call through another architecture's table kills the process, because its numbers
 * have other meanings. `clone3` reports ENOSYS because a filter can't see its flags; libraries then fall back to `clone`.
 *
 * @param countsMemory False: there is no control group, so memory is counted per process (sandbox-process.ts), and calls that get
 * memory without mapping it are refused. Files stay limited in number and size by the file system.
 */
export function seccompFilter(architecture: Architecture, sockets: Sockets = 'none', countsMemory = true): Instruction[] {
  return [
    load(ARCHITECTURE),
    ...unlessEqual(AUDIT_ARCH[architecture], [KILL]),
    load(CALL_NUMBER),
    ...whenAtLeast(FIRST_UNKNOWN, [NOT_THERE]),
    ...whenEqual(judgedCall('clone3', architecture), [NOT_THERE]),
    ...(countsMemory ? [] : memoryHidingCalls(architecture).flatMap((number) => whenEqual(number, [NOT_THERE]))),
    ...refusedCalls(architecture).flatMap((number) => whenEqual(number, [REFUSE])),
    ...whenEqual(judgedCall('clone', architecture), [load(firstArgument), ...whenAnyBit(NEW_NAMESPACES, [REFUSE]), ALLOW]),
    ...whenEqual(judgedCall('ioctl', architecture), [
      load(secondArgument),
      ...whenEqual(TIOCSTI, [REFUSE]),
      ...whenEqual(TIOCLINUX, [REFUSE]),
      ALLOW,
    ]),
    ...whenEqual(judgedCall('personality', architecture), [
      load(firstArgument),
      ...whenEqual(0, [ALLOW]),
      ...whenEqual(ASK_PERSONALITY, [ALLOW]),
      REFUSE,
    ]),
    ...whenEqual(judgedCall('socket', architecture), [
      load(firstArgument),
      ...(sockets === 'none'
        ? []
        : [...APPLICATION_FAMILIES.flatMap((family) => whenEqual(family, [ALLOW])), ...whenEqual(DEVICE_LIST_FAMILY, [NOT_SUPPORTED])]),
      REFUSE,
    ]),
    ALLOW,
  ];
}
