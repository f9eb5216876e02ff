const DOCKER = 'In Docker, start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined';
const SYSCTL = 'on Ubuntu, set the kernel setting kernel.apparmor_restrict_unprivileged_userns to 0, or run the product as root';

/** Error output of bubblewrap or enter.sh, and what an operator can do about it. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /Can't mount proc|mount.*\/proc.*(permitted|denied)/i,
    `The sandbox may not mount /proc. ${DOCKER} and --security-opt systempaths=unconfined.`,
  ],
  [/setting up uid map|write.*uid_map/i, `The sandbox may not set its users. ${DOCKER}; ${SYSCTL}.`],
  [/namespace|unshare|clone|loopback|pivot_root/i, `This machine does not allow the sandbox to create namespaces. ${DOCKER}; ${SYSCTL}.`],
  [
    /Can't find source path (\S+): Permission denied/i,
    'The sandbox may not read the folder of the runner. Choose a data folder that other users can access (chmod a+x on each parent folder).',
  ],
  [/seccomp/i, 'The kernel rejected the system call filter (seccomp), which runs require.'],
  [
    /setpriv|setres[ug]id|setgroups/i,
    'The sandbox cannot switch to an unprivileged user. Give the container the capabilities SETUID and SETGID.',
  ],
  [/mount/i, `This machine does not allow the sandbox to mount its folders. ${DOCKER}.`],
];

/** A sandbox didn't start although the probe succeeded; none of the learner's code ran. */
export class SandboxFailure extends Error {
  constructor(errorOutput: string) {
    super(explainFailure(errorOutput));
    this.name = 'SandboxFailure';
  }
}

/**
 * Explains to the operator why a sandbox didn't start.
 * @param errorOutput its error output
 */
export function explainFailure(errorOutput: string): string {
  const last = errorOutput.trim().split('\n').at(-1) ?? '';
  const reason = REASONS.find(([pattern]) => pattern.test(errorOutput))?.[1] ?? 'The sandbox did not start.';
  return last === '' ? reason : `${reason} (It said: ${last})`;
}
