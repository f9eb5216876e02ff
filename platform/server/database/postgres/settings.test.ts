import { describe, expect, it } from 'vitest';
import { readPostgresSettings, serverArguments } from './settings.ts';

describe('settings of the built-in PostgreSQL', () => {
  it.each([
    ['', {}],
    ['shared_buffers=256MB work_mem=16MB', { shared_buffers: '256MB', work_mem: '16MB' }],
    ['jit=on,  random_page_cost=1.1', { jit: 'on', random_page_cost: '1.1' }],
  ])('%j are read', (text, settings) => {
    expect(readPostgresSettings(text)).toEqual(settings);
  });

  it.each([
    ['shared_buffers', 'must be name=value'],
    ['work_mem=1=2', 'must be name=value'],
    ['work_mem=$(id)', 'must be name=value'],
    ['-c=1', 'must be name=value'],
    ['listen_addresses=0.0.0.0', 'is set by Lessonwright'],
    ['fsync=off', 'is set by Lessonwright'],
    ['hba_file=x', 'is set by Lessonwright'],
    ['archive_command=x', 'is set by Lessonwright'],
    ['shared_preload_libraries=x', 'is set by Lessonwright'],
  ])('%j is refused', (text, reason) => {
    expect(() => readPostgresSettings(text)).toThrow(reason);
  });

  it('override the defaults, but not required settings', () => {
    const given = serverArguments({ shared_buffers: '1GB', listen_addresses: '*' }, { sync: true });
    expect(given).toContain('shared_buffers=1GB');
    expect(given).toContain('listen_addresses=');
    expect(given.join()).not.toContain('fsync=off');
    expect(serverArguments({}, { sync: false })).toContain('fsync=off');
  });
});
