import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { StaffList } from './staff-list.ts';

const OIDC = {
  LESSONWRIGHT_OIDC_ISSUER: 'https://id.example.org/realms/team',
  LESSONWRIGHT_OIDC_CLIENT_ID: 'lessonwright',
  LESSONWRIGHT_OIDC_CLIENT_SECRET: 'very-secret',
};
const GITHUB = { LESSONWRIGHT_GITHUB_LOGIN_CLIENT_ID: 'Iv1.x', LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET: 'very-secret' };

describe('the settings of signing in', () => {
  it('allow only passwords by default', () => {
    const { signIn } = readConfig({});
    expect([signIn.providers, signIn.hasPasswords, signIn.staff.isEmpty]).toEqual([[], true, true]);
  });

  it('turn passwords off with a provider, unless configured otherwise', () => {
    expect(readConfig(OIDC).signIn.hasPasswords).toBe(false);
    expect(readConfig({ ...OIDC, LESSONWRIGHT_PASSWORD_LOGIN: '1' }).signIn.hasPasswords).toBe(true);
  });

  it('name a provider by its host or its configured name', () => {
    expect(readConfig(OIDC).signIn.providers[0]?.name).toBe('id.example.org');
    const both = readConfig({ ...OIDC, ...GITHUB, LESSONWRIGHT_OIDC_NAME: 'Team ID' }).signIn.providers;
    expect(both.map(({ name }) => name)).toEqual(['Team ID', 'GitHub']);
  });

  it('find the API of a GitHub Enterprise Server', () => {
    const at = (env: object) => readConfig({ ...GITHUB, ...env }).signIn.providers[0];
    expect(at({})).toMatchObject({ url: 'https://github.com', api: 'https://api.github.com' });
    expect(at({ LESSONWRIGHT_GITHUB_LOGIN_URL: 'https://git.example.org/' })).toMatchObject({ api: 'https://git.example.org/api/v3' });
  });

  it.each([
    [{ LESSONWRIGHT_PASSWORD_LOGIN: '0' }, 'must not be 0 without a provider'],
    [{ LESSONWRIGHT_STAFF: '@example.org' }, 'needs a provider'],
    [{ ...OIDC, LESSONWRIGHT_STAFF: 'example.org' }, "'example.org' is neither an address"],
    [{ ...OIDC, LESSONWRIGHT_OIDC_CLIENT_ID: '' }, 'must be set together'],
    [{ ...OIDC, LESSONWRIGHT_OIDC_CLIENT_SECRET: '' }, 'needs LESSONWRIGHT_OIDC_CLIENT_SECRET'],
    [{ ...OIDC, LESSONWRIGHT_OIDC_CLIENT_SECRET_FILE: '/none', LESSONWRIGHT_OIDC_CLIENT_SECRET: '' }, '/none cannot be read'],
    [{ ...OIDC, LESSONWRIGHT_OIDC_ISSUER: 'http://id.example.org' }, 'must be an https address'],
    [{ ...OIDC, LESSONWRIGHT_OIDC_SCOPES: 'email' }, "must include 'openid'"],
    [{ LESSONWRIGHT_GITHUB_LOGIN_CLIENT_ID: 'x' }, 'needs LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET'],
    [{ ...GITHUB, LESSONWRIGHT_GITHUB_LOGIN_API: 'http://git.example.org' }, 'must be an https address'],
  ])('%o is refused by name', (env, text) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(text);
  });

  it('never show a secret', () => {
    expect(JSON.stringify(readConfig({ ...OIDC, ...GITHUB }))).not.toContain('very-secret');
  });
});

describe('the list of staff', () => {
  const list = StaffList.parse('Ada@x.org, @y.org;@z.co.uk');
  it.each([
    ['ada@x.org', true],
    ['ADA@X.ORG', true],
    ['eve@x.org', false],
    ['anybody@y.org', true],
    ['eve@noty.org', false],
    ['eve@sub.y.org', false],
    ['eve@y.org.evil.example', false],
    ['"@y.org"@evil.example', false],
    ['eve@z.co.uk', true],
  ])('%s: %s', (email, expected) => {
    expect(list.has(email)).toBe(expected);
  });
});
