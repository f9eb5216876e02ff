import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, startProblem } from './settings.ts';

const TOKEN = 'a-token-of-some-length';
const GIVEN = { LESSONWRIGHT_RUNNER_FOLDER: '/var/lib/runner', LESSONWRIGHT_RUNNER_TOKEN: TOKEN };

describe('settings', () => {
  it('have defaults', () => {
    expect(readSettings(GIVEN)).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      capacity: 2,
      token: TOKEN,
      attached: false,
      bubblewrap: 'bwrap',
      pythons: [],
    });
  });

  it('prefer a token from a file to the environment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lessonwright-settings-'));
    writeFileSync(join(folder, 'token'), 'another-token-from-a-file\n');
    expect(readSettings({ ...GIVEN, LESSONWRIGHT_RUNNER_TOKEN_FILE: join(folder, 'token') }).token).toBe('another-token-from-a-file');
    rmSync(folder, { recursive: true });
  });

  it('need no token when a server passes it', () => {
    expect(readSettings({ LESSONWRIGHT_RUNNER_FOLDER: '/x', LESSONWRIGHT_RUNNER_ATTACHED: '1' })).toMatchObject({
      token: null,
      attached: true,
    });
  });

  it('accept several interpreters', () => {
    expect(readSettings({ ...GIVEN, LESSONWRIGHT_RUNNER_PYTHONS: '/a/python3, /b/python3' }).pythons).toEqual(['/a/python3', '/b/python3']);
  });

  it('give each concurrent run its own user', () => {
    const { firstUserId, capacity } = readSettings({ ...GIVEN, LESSONWRIGHT_RUNNER_CAPACITY: '256' });
    expect(firstUserId).toBeGreaterThanOrEqual(61_184);
    expect(firstUserId + capacity).toBeLessThan(65_520);
  });

  it.each([
    ['no folder', { LESSONWRIGHT_RUNNER_FOLDER: '' }, 'LESSONWRIGHT_RUNNER_FOLDER'],
    ['no token', { LESSONWRIGHT_RUNNER_TOKEN: '' }, 'LESSONWRIGHT_RUNNER_TOKEN'],
    ['a short token', { LESSONWRIGHT_RUNNER_TOKEN: 'short' }, 'LESSONWRIGHT_RUNNER_TOKEN'],
    ['an invalid port', { LESSONWRIGHT_RUNNER_PORT: '70000' }, 'LESSONWRIGHT_RUNNER_PORT'],
    ['no capacity', { LESSONWRIGHT_RUNNER_CAPACITY: '0' }, 'LESSONWRIGHT_RUNNER_CAPACITY'],
    [
      'a file that is not there',
      { LESSONWRIGHT_RUNNER_TOKEN_FILE: '/nowhere/token' },
      'LESSONWRIGHT_RUNNER_TOKEN_FILE: /nowhere/token cannot be read (ENOENT)',
    ],
  ])('reject %s by name', (_, wrong, name) => {
    expect(() => readSettings({ ...GIVEN, ...wrong })).toThrow(name);
  });
});

describe('a runner that cannot start', () => {
  const settings = { folder: '/var/lib/runner', host: '127.0.0.1', port: 7070 };
  const failure = (fields: object) => Object.assign(new Error('failed'), fields);

  it.each([
    [{ code: 'EADDRINUSE', syscall: 'listen' }, 'LESSONWRIGHT_RUNNER_PORT: port 7070 is already in use'],
    [
      { code: 'EADDRNOTAVAIL', syscall: 'listen' },
      'LESSONWRIGHT_RUNNER_HOST, LESSONWRIGHT_RUNNER_PORT: 127.0.0.1:7070 cannot be opened (EADDRNOTAVAIL)',
    ],
    [{ code: 'EACCES', path: '/var/lib/runner/etc' }, 'LESSONWRIGHT_RUNNER_FOLDER: /var/lib/runner/etc cannot be written (EACCES)'],
    [{ code: 'EROFS', path: '/var' }, 'LESSONWRIGHT_RUNNER_FOLDER: /var cannot be written (EROFS)'],
    [{ code: 'ENOENT', path: '/usr/share/fonts' }, null],
  ])('names the setting: %o', (fields, text) => {
    expect(startProblem(failure(fields), settings)).toBe(text);
  });
});
