import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

/** Settings of an installation that calls everything it can. */
const LOUD = {
  LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org',
  LESSONWRIGHT_CODE_HOST: 'github',
  LESSONWRIGHT_CODE_HOST_REPOSITORY: 'https://github.example.com/team/content',
  LESSONWRIGHT_CODE_HOST_TOKEN: 'a-token-of-the-host',
  LESSONWRIGHT_MAIN_BRANCH: 'trunk',
  LESSONWRIGHT_RUNNERS: '[{"name":"one","url":"https://runner.example.com","token":"a-token-of-a-runner"}]',
  LESSONWRIGHT_RUNNERS_TOKEN: 'a-token-of-all-runners',
  LESSONWRIGHT_OIDC_ISSUER: 'https://login.example.com',
  LESSONWRIGHT_OIDC_CLIENT_ID: 'lessonwright',
  LESSONWRIGHT_OIDC_CLIENT_SECRET: 'secret',
  LESSONWRIGHT_STAFF: '@example.org',
  LESSONWRIGHT_SMTP_URL: 'smtps://mail.example.com',
  LESSONWRIGHT_SMTP_FROM: 'lessons@example.com',
  LESSONWRIGHT_NOTIFICATION_WEBHOOK: 'https://chat.example.com',
  LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET: 'a-secret-of-the-chat',
  LESSONWRIGHT_MODEL_URL: 'https://models.example.com/v1',
  LESSONWRIGHT_MODEL: 'small',
  LESSONWRIGHT_DEPLOY_WEBHOOK: 'https://deploy.example.com',
  LESSONWRIGHT_DEPLOY_WEBHOOK_SECRET: 'a-secret-of-the-deploys',
  LESSONWRIGHT_TRACES: '1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com',
};

/** Every host that the settings lead to. */
const hostsIn = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(/[a-z]+\.example\.com/g) ?? [])].sort();

it('a copy in quiet mode has no address outside left in its settings', () => {
  const loud = readConfig(LOUD);
  expect(hostsIn(loud)).toEqual([
    'chat.example.com',
    'deploy.example.com',
    'github.example.com',
    'login.example.com',
    'mail.example.com',
    'models.example.com',
    'runner.example.com',
    'traces.example.com',
  ]);
  expect(hostsIn(readConfig({ ...LOUD, LESSONWRIGHT_QUIET: '1' }))).toEqual([]);
});

it('a copy checks no links, and people sign in by links and passwords', () => {
  const quiet = readConfig({ ...LOUD, LESSONWRIGHT_QUIET: '1' });
  expect(quiet).toMatchObject({ quiet: true, linkChecks: false, codeHost: { kind: 'local', mainBranch: 'trunk' } });
  expect(quiet.signIn).toMatchObject({ providers: [], hasPasswords: true });
});
