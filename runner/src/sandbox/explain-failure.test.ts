import { describe, expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';

describe('a sandbox that does not start', () => {
  it.each([
    ['bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.', 'apparmor'],
    ['bwrap: Creating new namespace failed: Operation not permitted', 'seccomp=unconfined'],
    ['unshare: unshare failed: Operation not permitted', 'seccomp=unconfined'],
    ['bwrap: setting up uid map: Permission denied', 'apparmor'],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", 'systempaths=unconfined'],
    ["bwrap: Can't find source path /home/me/data/runner/etc/passwd: Permission denied", 'data folder'],
    ['setpriv: setresuid failed: Invalid argument', 'SETUID'],
    ['mount: /run/lessonwright-sandbox: permission denied.', 'mount'],
    ['something else entirely', 'The sandbox did not start.'],
  ])('says what to do about: %s', (said, expected) => {
    const text = explainFailure(`first line\n${said}\n`);
    expect(text).toContain(expected);
    expect(text).toContain(said);
  });

  it('has a message for empty output', () => {
    expect(explainFailure('')).toBe('The sandbox did not start.');
  });
});
