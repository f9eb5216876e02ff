import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const SMTP = { LESSONWRIGHT_SMTP_URL: 'smtp://mail.example.org', LESSONWRIGHT_SMTP_FROM: 'Lessons <lessons@example.org>' };
const WEBHOOK = {
  LESSONWRIGHT_NOTIFICATION_WEBHOOK: 'https://chat.example.org/hook',
  LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET: 'sixteen-characters',
};
const read = (env: Record<string, string>) => readConfig(env).notifications;

describe('the settings of email', () => {
  it('are optional', () => expect(read({})).toEqual({ smtp: null, webhook: null }));

  it.each([
    [
      'a mail server, which must offer encryption',
      {},
      { host: 'mail.example.org', port: 587, isTls: false, needsStartTls: true, login: null },
    ],
    ['an encrypted one', { LESSONWRIGHT_SMTP_URL: 'smtps://[::1]' }, { host: '::1', port: 465, isTls: true, needsStartTls: false }],
    ['one on this machine', { LESSONWRIGHT_SMTP_URL: 'smtp://localhost:25' }, { port: 25, needsStartTls: false }],
    ['one in a trusted network', { LESSONWRIGHT_INSECURE: '1' }, { needsStartTls: false }],
    ['a login', { LESSONWRIGHT_SMTP_USER: 'me', LESSONWRIGHT_SMTP_PASSWORD: 'secret' }, { login: { user: 'me' } }],
  ])('name %s', (_, env, expected) => {
    expect(read({ ...SMTP, ...env }).smtp).toMatchObject({ from: SMTP.LESSONWRIGHT_SMTP_FROM, ...expected });
  });

  it.each([
    [{ LESSONWRIGHT_SMTP_FROM: '' }, 'needs LESSONWRIGHT_SMTP_FROM'],
    [{ LESSONWRIGHT_SMTP_FROM: 'a@b.example\r\nBcc: x@y.example' }, 'must be an email address'],
    [{ LESSONWRIGHT_SMTP_URL: 'smtp://me:secret@mail.example.org' }, 'must not contain a user name'],
    [{ LESSONWRIGHT_SMTP_URL: 'https://mail.example.org' }, 'must be an address like smtps'],
    [{ LESSONWRIGHT_SMTP_USER: 'me' }, 'must be set together'],
    [{ LESSONWRIGHT_SMTP_PASSWORD: 'secret' }, 'must be set together'],
  ])('are refused: %j', (env, message) => expect(() => read({ ...SMTP, ...env })).toThrow(message));
});

describe('the settings of the webhook', () => {
  it('name its address and secret', () => {
    const { webhook } = read(WEBHOOK);
    expect([webhook?.url, webhook?.secret.reveal()]).toEqual(Object.values(WEBHOOK));
  });

  it.each([
    [{ LESSONWRIGHT_NOTIFICATION_WEBHOOK: 'http://chat.example.org/hook' }, 'must be an https address'],
    [{ LESSONWRIGHT_NOTIFICATION_WEBHOOK: 'https://a:b@chat.example.org' }, 'must not contain a user name'],
    [{ LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET: 'short' }, 'must have 16 characters'],
  ])('are refused: %j', (env, message) => expect(() => read({ ...WEBHOOK, ...env })).toThrow(message));
});
