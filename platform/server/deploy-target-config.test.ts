import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = '0123456789abcdef';
const HOOK = { LESSONWRIGHT_DEPLOY_WEBHOOK: 'https://deploys.example.org/hook', LESSONWRIGHT_DEPLOY_WEBHOOK_SECRET: SECRET };

describe('where builds go', () => {
  it('is the built-in preview by default', () => {
    expect(readConfig({}).deployTarget).toEqual({ kind: 'built-in' });
  });

  it.each([
    ['https://deploys.example.org/hook', {}],
    ['http://127.0.0.1:8080/hook', {}],
    // The operator's general opt-in applies here as well.
    ['http://10.0.0.7/hook', { LESSONWRIGHT_INSECURE: '1' }],
  ])('is %s', (address, settings) => {
    const { deployTarget } = readConfig({ ...HOOK, ...settings, LESSONWRIGHT_DEPLOY_WEBHOOK: address });
    expect(deployTarget).toMatchObject({ kind: 'webhook', url: address });
    expect(JSON.stringify(deployTarget)).not.toContain(SECRET);
  });

  it.each([
    ['a private net in the clear', { ...HOOK, LESSONWRIGHT_DEPLOY_WEBHOOK: 'http://10.0.0.7/hook' }, /must be an https address/],
    ['the net in the clear', { ...HOOK, LESSONWRIGHT_DEPLOY_WEBHOOK: 'http://deploys.example.org/hook' }, /must be an https address/],
    ['no address of the web', { ...HOOK, LESSONWRIGHT_DEPLOY_WEBHOOK: 'file:///etc/passwd' }, /must be an https address/],
    [
      'a password in the address',
      { ...HOOK, LESSONWRIGHT_DEPLOY_WEBHOOK: 'https://me:secret@deploys.example.org/' },
      /must not contain a user name or password/,
    ],
    ['no secret', { LESSONWRIGHT_DEPLOY_WEBHOOK: HOOK.LESSONWRIGHT_DEPLOY_WEBHOOK }, /16 characters/],
    ['a short secret', { ...HOOK, LESSONWRIGHT_DEPLOY_WEBHOOK_SECRET: 'short' }, /16 characters/],
    ['two places', { ...HOOK, LESSONWRIGHT_DEPLOY_WORKFLOW: 'deploy.yml' }, /not both/],
    ['a workflow without GitHub', { LESSONWRIGHT_DEPLOY_WORKFLOW: 'deploy.yml' }, /needs LESSONWRIGHT_CODE_HOST=github/],
    ['a workflow that leads out', { LESSONWRIGHT_DEPLOY_WORKFLOW: '../deploy.yml' }, /file name of a workflow/],
  ])('is refused with %s', (_what, settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });
});
