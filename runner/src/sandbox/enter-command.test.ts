import { describe, expect, it } from 'vitest';
import { enterCommand, sourceOf, type Entry } from './enter-command.ts';

const options = {
  stage: '/stage',
  userId: 61_200,
  limits: { disk_bytes: 1024, files: 16 },
  processesFile: '',
  reads: ['/data/runner', '/opt/python'],
};
const commandOf = (entry: Entry) => enterCommand({ ...options, entry }, ['bwrap', '--', 'true']).join(' ');

describe('the way into a sandbox', () => {
  it('drops to the user of the slot, as root', () => {
    expect(commandOf('root')).toMatch(/^unshare --mount .* 61200 .* setpriv --reuid=61200 --regid=61200 --clear-groups -- bwrap -- true$/);
  });

  it('needs a user namespace otherwise', () => {
    expect(commandOf('user')).toMatch(/^unshare --user --map-root-user --mount .* -- bwrap -- true$/);
  });

  it('is bubblewrap alone where nothing else is allowed', () => {
    expect(commandOf('plain')).toBe('bwrap -- true');
  });

  it.each([
    ['root', '/data/runner/blobs/ab', '/stage/read-0/blobs/ab'],
    ['user', '/opt/python/bin/python3', '/stage/read-1/bin/python3'],
    ['root', '/opt/python', '/stage/read-1'],
    ['root', '/data/runner-of-another/file', '/data/runner-of-another/file'],
    ['plain', '/data/runner/blobs/ab', '/data/runner/blobs/ab'],
  ] as [Entry, string, string][])('%s: finds %s at %s', (entry, path, expected) => {
    expect(sourceOf(entry, '/stage', options.reads, path)).toBe(expected);
  });
});
