import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const TOKEN = 'ghp_0123456789';
const GITHUB = {
  LESSONWRIGHT_CODE_HOST: 'github',
  LESSONWRIGHT_CODE_HOST_REPOSITORY: 'https://github.com/team/content',
  LESSONWRIGHT_CODE_HOST_TOKEN: TOKEN,
};
const GITEA = { ...GITHUB, LESSONWRIGHT_CODE_HOST: 'gitea', LESSONWRIGHT_CODE_HOST_REPOSITORY: 'https://git.example.org/team/content.git' };

let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-secrets-'));
  await writeFile(file('token'), `${TOKEN}\n`);
  await writeFile(file('empty'), '\n');
  await writeFile(file('key.pem'), '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the code host of the settings', () => {
  it('is the built-in one by default', () => {
    expect(readConfig({}).codeHost).toEqual({ kind: 'local' });
  });

  it.each([
    ['https://github.com/team/content', 'https://api.github.com'],
    ['https://github.com/team/content.git', 'https://api.github.com'],
    ['https://github.example.org/team/content/', 'https://github.example.org/api/v3'],
  ])('finds the API of GitHub at %s', (repository, api) => {
    const { codeHost } = readConfig({ ...GITHUB, LESSONWRIGHT_CODE_HOST_REPOSITORY: repository });
    expect(codeHost).toMatchObject({ kind: 'github', owner: 'team', repository: 'content', api, mainBranch: 'main', webhookSecret: null });
  });

  it.each([
    ['https://git.example.org/team/content', 'https://git.example.org/api/v1', 'https://git.example.org/team/content'],
    ['https://example.org/git/team/content.git', 'https://example.org/git/api/v1', 'https://example.org/git/team/content'],
    ['http://127.0.0.1:3000/team/content', 'http://127.0.0.1:3000/api/v1', 'http://127.0.0.1:3000/team/content'],
  ])('finds the API of Gitea at %s', (repository, api, address) => {
    const { codeHost } = readConfig({ ...GITEA, LESSONWRIGHT_CODE_HOST_REPOSITORY: repository });
    expect(codeHost).toMatchObject({ kind: 'gitea', owner: 'team', repository: 'content', api, address });
  });

  it('accepts another API and another main branch', () => {
    const { codeHost } = readConfig({
      ...GITEA,
      LESSONWRIGHT_CODE_HOST_API: 'https://api.example.org/v1/',
      LESSONWRIGHT_MAIN_BRANCH: 'published',
    });
    expect(codeHost).toMatchObject({ api: 'https://api.example.org/v1', mainBranch: 'published' });
  });

  it('reads secrets from files, and reveals none', () => {
    const { LESSONWRIGHT_CODE_HOST_TOKEN: _, ...rest } = GITEA;
    const config = readConfig({
      ...rest,
      LESSONWRIGHT_CODE_HOST_TOKEN_FILE: file('token'),
      LESSONWRIGHT_WEBHOOK_SECRET: 'webhook-0123456789',
    });
    if (config.codeHost.kind === 'local' || config.codeHost.credentials.kind !== 'token') throw new Error('not a token');
    expect(config.codeHost.credentials.token.reveal()).toBe(TOKEN);
    expect(config.codeHost.webhookSecret?.reveal()).toBe('webhook-0123456789');
    const shown = [JSON.stringify(config), inspect(config, { depth: 9 }), String(config.codeHost.credentials.token)].join('\n');
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain(TOKEN);
    expect(shown).not.toContain('webhook-0123456789');
  });

  it('accepts a GitHub App instead of a token', () => {
    const { LESSONWRIGHT_CODE_HOST_TOKEN: _, ...rest } = GITHUB;
    const app = { LESSONWRIGHT_GITHUB_APP_ID: '12345', LESSONWRIGHT_GITHUB_APP_KEY_FILE: file('key.pem') };
    expect(readConfig({ ...rest, ...app }).codeHost).toMatchObject({ credentials: { kind: 'app', appId: '12345' } });
    expect(() => readConfig({ ...GITHUB, ...app })).toThrow('either a token or a GitHub App');
    expect(() => readConfig({ ...rest, LESSONWRIGHT_GITHUB_APP_ID: '12345' })).toThrow('needs both');
    expect(() => readConfig({ ...rest, ...app, LESSONWRIGHT_GITHUB_APP_KEY_FILE: file('token') })).toThrow('contains no private key');
    expect(() => readConfig({ ...GITEA, ...app })).toThrow('only works with LESSONWRIGHT_CODE_HOST=github');
  });

  it.each([
    [{ LESSONWRIGHT_CODE_HOST: 'gitlab' }, /LESSONWRIGHT_CODE_HOST: must be local, github or gitea/],
    [{ LESSONWRIGHT_CODE_HOST: '' }, /LESSONWRIGHT_CODE_HOST: must be github or gitea when/],
    [{ LESSONWRIGHT_CODE_HOST_REPOSITORY: '' }, /needs the address of a repository/],
    [{ LESSONWRIGHT_CODE_HOST_REPOSITORY: 'http://github.com/team/content' }, /REPOSITORY: must be an https address/],
    [{ LESSONWRIGHT_CODE_HOST_REPOSITORY: 'https://github.com/content' }, /must name an owner and a repository/],
    [{ LESSONWRIGHT_CODE_HOST_REPOSITORY: 'git@github.com:team/content' }, /REPOSITORY/],
    [{ LESSONWRIGHT_CODE_HOST_REPOSITORY: `https://x:${TOKEN}@github.com/team/content` }, /REPOSITORY: put the token in/],
    [{ LESSONWRIGHT_CODE_HOST_API: 'http://api.github.com' }, /API: must be an https address/],
    [{ LESSONWRIGHT_CODE_HOST_TOKEN: '' }, /needs LESSONWRIGHT_CODE_HOST_TOKEN/],
    [{ LESSONWRIGHT_CODE_HOST_TOKEN: 'two words' }, /without spaces/],
    [
      { LESSONWRIGHT_CODE_HOST_TOKEN: '', LESSONWRIGHT_CODE_HOST_TOKEN_FILE: '/nowhere/token' },
      /TOKEN_FILE: \/nowhere\/token cannot be read \(ENOENT\)/,
    ],
    [{ LESSONWRIGHT_WEBHOOK_SECRET: 'short' }, /16 characters or more/],
    [{ LESSONWRIGHT_MAIN_BRANCH: '-x' }, /LESSONWRIGHT_MAIN_BRANCH: must be the name of a branch/],
  ])('refuses %o by name, and tells no token', (env, text) => {
    const read = () => readConfig({ ...GITHUB, ...env });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(text);
    expect(read).not.toThrow(TOKEN);
  });

  it('reports every problem, not only the first', () => {
    expect(() => readConfig({ LESSONWRIGHT_CODE_HOST: 'gitea', LESSONWRIGHT_WEBHOOK_SECRET: 'short' })).toThrow(
      /REPOSITORY[^]*TOKEN[^]*SECRET/,
    );
  });

  it('allows an unencrypted token only if explicitly accepted', () => {
    const plain = { ...GITEA, LESSONWRIGHT_CODE_HOST_REPOSITORY: 'http://git.example.org/team/content' };
    expect(() => readConfig(plain)).toThrow('unencrypted');
    expect(readConfig({ ...plain, LESSONWRIGHT_INSECURE: '1' }).codeHost.kind).toBe('gitea');
  });
});
