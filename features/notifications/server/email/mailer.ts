import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { SmtpConfig } from '#platform/server/notification-config.ts';
import { observedMails } from '#platform/server/observed.ts';
import type { Email } from './digest.ts';

/** Time limits of the conversation with the mail server: the rows of a digest stay locked while it is sent. */
const SMTP_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 } as const;

export type SendEmail = (email: Email) => Promise<void>;

async function openTransport({ host, port, isTls, needsStartTls, login }: SmtpConfig): Promise<Transporter> {
  // Loaded on demand: most installations send no email.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: needsStartTls,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password.reveal() } }),
    ...SMTP_LIMITS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Sends over SMTP, with a new connection for each email. */
export function openMailer(smtp: SmtpConfig): SendEmail {
  return async ({ headers, ...email }) => {
    try {
      await (await openTransport(smtp)).sendMail({ from: smtp.from, headers: { ...headers }, ...email });
      observedMails.send({ isOk: true });
    } catch (error) {
      observedMails.send({ isOk: false });
      throw error;
    }
  };
}

/** Why the mail server of the settings can't be used; null: it responds and accepts the login. Sends nothing. */
export async function whyNoMail(smtp: SmtpConfig): Promise<string | null> {
  try {
    await (await openTransport(smtp)).verify();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Sends an email that says that email works.
 * @throws Error of the mail server.
 */
export async function sendTestEmail(smtp: SmtpConfig, { to, publicUrl }: { to: string; publicUrl: string }): Promise<void> {
  await openMailer(smtp)({
    to: { name: '', address: to },
    messageId: `<${randomUUID()}@${new URL(publicUrl).hostname}>`,
    subject: 'Test email from Lessonwright',
    text: `Email from Lessonwright at ${publicUrl} works. It is sent through ${smtp.host}:${smtp.port}.\n`,
    html: `<p>Email from Lessonwright at ${publicUrl} works. It is sent through ${smtp.host}:${smtp.port}.</p>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}
