import { z } from 'zod';
import { readSecret } from './read-secret.ts';
import type { SecretText } from './secret-text.ts';
import { readWebhookConfig, type WebhookConfig } from './webhook-config.ts';

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the start; otherwise by STARTTLS. */
  readonly isTls: boolean;
  /** Refuse to send if the server does not offer STARTTLS. */
  readonly needsStartTls: boolean;
  readonly login: { readonly user: string; readonly password: SecretText } | null;
  /** Sender, such as `Lessonwright <lessons@example.org>`. */
  readonly from: string;
}

/** How notifications leave the product. docs/operating.md documents the settings. */
export interface NotificationConfig {
  /** Null: no email is sent. */
  readonly smtp: SmtpConfig | null;
  /** Receives every notification. */
  readonly webhook: WebhookConfig | null;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** From the environment; validated together by {@link readNotifications}. */
export const NotificationEnvironment = z.object({
  LESSONWRIGHT_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address like smtps://mail.example.org' }).optional(),
  LESSONWRIGHT_SMTP_USER: z.string().trim().optional(),
  LESSONWRIGHT_SMTP_PASSWORD: z.string().optional(),
  LESSONWRIGHT_SMTP_PASSWORD_FILE: z.string().optional(),
  LESSONWRIGHT_SMTP_FROM: z
    .string()
    .trim()
    .regex(/^([^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an email address')
    .optional(),
  LESSONWRIGHT_NOTIFICATION_WEBHOOK: z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
  LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET: z.string().optional(),
  LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET_FILE: z.string().optional(),
});
type EnvironmentValues = z.infer<typeof NotificationEnvironment>;

/**
 * Builds the configuration and reads the files with secrets.
 *
 * @param options.isSafe Whether secrets may be sent to an address: encrypted, this machine, or allowed by the operator.
 * @throws Error that names the setting and the problem, without secrets.
 */
export function readNotifications(env: EnvironmentValues, options: { isSafe: (url: URL) => boolean }): NotificationConfig {
  return { smtp: readSmtp(env, options), webhook: readWebhookConfig(env, 'LESSONWRIGHT_NOTIFICATION_WEBHOOK', options) };
}

function readSmtp(env: EnvironmentValues, { isSafe }: { isSafe: (url: URL) => boolean }): SmtpConfig | null {
  const { LESSONWRIGHT_SMTP_URL: address, LESSONWRIGHT_SMTP_FROM: from, LESSONWRIGHT_SMTP_USER: user } = env;
  if (address === undefined) return null;
  if (from === undefined) throw new Error('LESSONWRIGHT_SMTP_URL needs LESSONWRIGHT_SMTP_FROM, the sender of the emails.');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw new Error(
      'LESSONWRIGHT_SMTP_URL: must not contain a user name or password. Set LESSONWRIGHT_SMTP_USER and LESSONWRIGHT_SMTP_PASSWORD.',
    );
  const password = readSecret(env, 'LESSONWRIGHT_SMTP_PASSWORD');
  if ((user === undefined) !== (password === null))
    throw new Error('LESSONWRIGHT_SMTP_USER and LESSONWRIGHT_SMTP_PASSWORD must be set together.');
  const isTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[isTls ? 'smtps:' : 'smtp:'] : Number(url.port),
    isTls,
    needsStartTls: !isTls && !isSafe(url),
    login: user === undefined || password === null ? null : { user, password },
    from,
  };
}
