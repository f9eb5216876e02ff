import { createHash } from 'node:crypto';
import { notificationContext, notificationLink, notificationText } from '../../contract/notification-text.ts';
import type { EmailFrequency, Notification } from '../../contract/notifications.ts';

export interface Email {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** A digest of unread notifications, oldest first. The same notifications of a user have the same `Message-ID`. */
export function digestEmail(
  notifications: readonly Notification[],
  { to, frequency, publicUrl }: { to: Recipient; frequency: EmailFrequency; publicUrl: string },
): Email {
  const items = notifications.map((each) => ({
    text: notificationText(each),
    context: notificationContext(each),
    excerpt: each.details.excerpt ?? '',
    link: publicUrl + notificationLink(each),
  }));
  const newest = items.at(-1);
  const said = newest ? [newest.text, newest.context].filter((part) => part !== '').join(' – ') : '';
  // Says what happened last: "5 unread notifications" is opened by nobody.
  const subject = items.length > 1 ? `${said}, and ${items.length - 1} more` : said;
  const opening = items.length === 1 ? 'You have an unread notification:' : `You have ${items.length} unread notifications:`;
  const settings = `${publicUrl}/account`;
  const footer = `You get this email at most ${frequency === 'hourly' ? 'every hour' : 'once a day'}. Change this in your account:`;
  return {
    to: { name: to.name, address: to.email },
    subject,
    text: [
      opening,
      ...items.map(({ text, context, excerpt, link }) =>
        [`* ${text}`, context, excerpt && `“${excerpt}”`, link].filter((line) => line !== '').join('\n  '),
      ),
      `${footer}\n${settings}`,
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; font-size: 14px; line-height: 1.5">',
      `<p>${escaped(opening)}</p><ul>`,
      ...items.map(
        ({ text, context, excerpt, link }) =>
          `<li style="margin-bottom: 12px"><a href="${escaped(link)}">${escaped(text)}</a>` +
          `${context && `<br>${escaped(context)}`}${excerpt && `<br><em>“${escaped(excerpt)}”</em>`}</li>`,
      ),
      `</ul><p>${escaped(footer)} <a href="${escaped(settings)}">${escaped(settings)}</a></p></body></html>`,
    ].join('\n'),
    messageId: `<${digestId(to.id, notifications)}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': `<${settings}>` },
  };
}

function digestId(userId: number, notifications: readonly Notification[]): string {
  const ids = notifications.map(({ id }) => id).join(',');
  return `notifications.${userId}.${createHash('sha256').update(ids).digest('hex').slice(0, 32)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
