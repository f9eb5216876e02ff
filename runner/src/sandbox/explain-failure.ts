const DOCKER = 'In Docker, start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined';
const SYSCTL = 'on Ubuntu, set the kernel setting kernel.apparmor_restrict_unprivileged_userns to 0, or run the product as root';

/** What bubblewrap, or what leads to it, says, and what the person who runs the product can do about it. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /Can't mount proc|mount.*\/proc.*(permitted|denied)/i,
    `The sandbox may not mount /proc. ${DOCKER} and --security-opt systempaths=unconfined.`,
  ],
  [/setting up uid map|write.*uid_map/i, `The sandbox may not set its users. ${DOCKER}; ${SYSCTL}.`],
  [/namespace|unshare|clone|loopback|pivot_root/i, `This machine does not let the sandbox make name spaces. ${DOCKER}; ${SYSCTL}.`],
  [
    /Can't find source path (\S+): Permission denied/i,
    'The sandbox may not read the folder of the runner. Choose a data folder that other users may pass through.',
  ],
  [/seccomp/i, 'The kernel does not take the filter of system calls (seccomp), without which nothing runs.'],
  [
    /setpriv|setres[ug]id|setgroups/i,
    'The sandbox cannot change to a user without rights. Allow the container the capabilities SETUID and SETGID.',
  ],
  [/mount/i, `This machine does not let the sandbox mount its folders. ${DOCKER}.`],
];

/** A sandbox that did not come to stand though it did when it was tried: nothing of the learner's ran. */
export class SandboxFailure extends Error {
  constructor(said: string) {
    super(explainFailure(said));
    this.name = 'SandboxFailure';
  }
}

/** A sandbox that did not start, in words for the person who runs the product. `said`: its error output. */
export function explainFailure(said: string): string {
  const last = said.trim().split('\n').at(-1) ?? '';
  const reason = REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? 'The sandbox did not start.';
  return last === '' ? reason : `${reason} (It said: ${last})`;
}
