import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, isLoopback, readConfig } from './config.ts';

describe('readConfig', () => {
  it('has defaults for everything', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      sample: true,
      localRunner: true,
      runners: [],
      checkReplies: false,
    });
    expect(config.dataFolder).toMatch(/^\/.*\/data$/);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', LESSONWRIGHT_SAMPLE: '' })).toMatchObject({ port: 3000, sample: true });
  });

  it('reads the address of the database from a file, and names the file that it cannot read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    const file = join(folder, 'database-url');
    writeFileSync(file, 'postgresql://lessons:secret@db/lessons\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://lessons:secret@db/lessons');
    writeFileSync(file, 'secret');
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL: must start with postgresql:\/\/$/);
    rmSync(folder, { recursive: true });
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL_FILE: .*database-url cannot be read/);
  });

  it('traces only if its own setting says so', () => {
    const endpoint = 'https://collector.example.org/otlp/';
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).traces).toBeNull();
    const { traces } = readConfig({
      LESSONWRIGHT_TRACES: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: 'school',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2Vj, x-school = north,no header=1,broken',
    });
    expect(traces).toMatchObject({ endpoint: 'https://collector.example.org/otlp', serviceName: 'school' });
    expect(traces?.headers.map(([name, value]) => [name, value.reveal()])).toEqual([
      ['authorization', 'Basic c2Vj'],
      ['x-school', 'north'],
    ]);
    expect(JSON.stringify(traces)).not.toContain('c2Vj');
  });

  it('reads all settings', () => {
    const runner = { name: 'big-1', url: 'http://10.0.0.5:4000', token: '0123456789abcdef' };
    const config = readConfig({
      PORT: '8080',
      DATABASE_URL: 'postgresql://localhost/lessons',
      LESSONWRIGHT_DATA: '/srv/lessons',
      LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org/',
      LESSONWRIGHT_SAMPLE: '0',
      LESSONWRIGHT_RUNNERS: JSON.stringify([runner]),
      LESSONWRIGHT_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
    });
    expect(config).toMatchObject({
      port: 8080,
      databaseUrl: 'postgresql://localhost/lessons',
      dataFolder: '/srv/lessons',
      publicUrl: 'https://lessons.example.org',
      sample: false,
      runners: [runner],
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
    });
  });

  it.each([
    [{ PORT: 'eighty' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must start with postgresql/],
    [{ LESSONWRIGHT_PUBLIC_URL: 'lessons.example.org' }, /LESSONWRIGHT_PUBLIC_URL/],
    [{ LESSONWRIGHT_PUBLIC_URL: 'ftp://lessons.example.org' }, /LESSONWRIGHT_PUBLIC_URL/],
    [{ LESSONWRIGHT_SAMPLE: 'yes' }, /LESSONWRIGHT_SAMPLE: must be 0 or 1/],
    [{ LESSONWRIGHT_RUNNERS: '{' }, /LESSONWRIGHT_RUNNERS: must be JSON/],
    [{ LESSONWRIGHT_RUNNERS: '{}' }, /LESSONWRIGHT_RUNNERS: must be a list/],
    [{ LESSONWRIGHT_LOG: 'loud' }, /LESSONWRIGHT_LOG/],
    [{ LESSONWRIGHT_LOG_FORMAT: 'pretty' }, /LESSONWRIGHT_LOG_FORMAT: must be text or json/],
    [{ LESSONWRIGHT_PUBLIC_URL: 'https://example.org/lessons' }, /LESSONWRIGHT_PUBLIC_URL: must be an address without a path/],
    [{ LESSONWRIGHT_PUBLIC_URL: 'https://example.org/?a' }, /LESSONWRIGHT_PUBLIC_URL: must be an address without a path/],
    [{ LESSONWRIGHT_APPLICATIONS_URL: 'https://example.org/apps/' }, /LESSONWRIGHT_APPLICATIONS_URL: must be an address without a path/],
    [{ LESSONWRIGHT_TRUSTED_PROXIES: '10.0.0.1, proxy.internal' }, /LESSONWRIGHT_TRUSTED_PROXIES: 'proxy.internal' must be an IP address/],
    [
      { LESSONWRIGHT_VIDEO_HOSTS: 'vimeo.com, https://tube.example.org' },
      /LESSONWRIGHT_VIDEO_HOSTS: 'https:\/\/tube.example.org' must be the domain/,
    ],
    [{ LESSONWRIGHT_VIDEO_HOSTS: 'none vimeo.com' }, /LESSONWRIGHT_VIDEO_HOSTS: 'none' must be the domain/],
    [{ LESSONWRIGHT_TRUSTED_PROXIES: '10.0.0.0/33' }, /LESSONWRIGHT_TRUSTED_PROXIES: '10.0.0.0\/33'/],
  ])('refuses %o by name', (env, text) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(text);
  });

  it('reports every wrong setting, not only the first', () => {
    expect(() => readConfig({ PORT: 'x', LESSONWRIGHT_SAMPLE: 'x' })).toThrow(/PORT[^]*LESSONWRIGHT_SAMPLE/);
  });
});

it.each([
  [undefined, ['vimeo.com', 'wistia.com', 'loom.com']],
  ['', ['vimeo.com', 'wistia.com', 'loom.com']],
  ['none', []],
  ['Tube.example.org  vimeo.com,tube.example.org', ['tube.example.org', 'vimeo.com']],
])('reads the video hosts %j', (text, hosts) => {
  expect(readConfig({ LESSONWRIGHT_VIDEO_HOSTS: text }).videoHosts).toEqual(hosts);
});

it('trusts networks as well as addresses', () => {
  const { trustedProxies } = readConfig({ LESSONWRIGHT_TRUSTED_PROXIES: 'loopback 10.0.0.0/8,fd00::/8 ::1' });
  expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '::1']);
});

describe('a bind that other machines reach', () => {
  it.each([['0.0.0.0'], ['::'], ['192.168.1.5'], ['lessons.local']])('%s is refused without https', (host) => {
    expect(() => readConfig({ HOST: host })).toThrow(/LESSONWRIGHT_PUBLIC_URL[^]*LESSONWRIGHT_INSECURE=1/);
    expect(() => readConfig({ HOST: host, LESSONWRIGHT_PUBLIC_URL: 'http://lessons.example.org' })).toThrow(ConfigError);
    expect(readConfig({ HOST: host, LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' }).host).toBe(host);
    expect(readConfig({ HOST: host, LESSONWRIGHT_INSECURE: '1' }).host).toBe(host);
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['[::1]', true],
    ['127.0.0.1.example.org', false],
    ['0.0.0.0', false],
    ['localhost.example.org', false],
  ])('%s is loopback: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});

describe('the origin of the applications', () => {
  it.each([
    ['the other name of this machine', {}, 'http://localhost:3001'],
    ['… whichever that is', { LESSONWRIGHT_PUBLIC_URL: 'http://localhost:8080', PORT: '8080' }, 'http://127.0.0.1:8081'],
    ['its own port', { LESSONWRIGHT_APPLICATIONS_PORT: '4000' }, 'http://localhost:4000'],
    ['the public name elsewhere', { LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' }, 'https://lessons.example.org:3001'],
    ['the configured address', { LESSONWRIGHT_APPLICATIONS_URL: 'https://run.example.org/' }, 'https://run.example.org'],
  ])('is %s', (_, env, expected) => {
    expect(readConfig(env).applicationsUrl).toBe(expected);
  });

  it('is never the product’s', () => {
    const env = { LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org', LESSONWRIGHT_APPLICATIONS_URL: 'https://lessons.example.org' };
    expect(() => readConfig(env)).toThrow('a different origin');
  });
});
