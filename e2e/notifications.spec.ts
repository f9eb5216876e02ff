import type { Page } from '@playwright/test';
import { notificationLink } from '#features/notifications/contract/notification-text.ts';
import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { expect, test } from './product.ts';

const bell = (page: Page, count: number) =>
  page.getByRole('button', { name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('a mention is offered, arrives at once and leads to its comment', async ({ product, open }) => {
  const [ann, ben] = [await product.author('Ann Reed'), await product.author('Ben Stone')];
  const lesson = await product.lesson({ title: 'Loops', screens: [{ title: 'Repeating', type: 'text' }], client: ann.client });
  const key = ben.email.split('@')[0] ?? '';
  const author = await open(ann);
  const reader = await open(ben);
  await reader.goto(`${product.url}/releases`);
  await expect(bell(reader, 0)).toBeVisible();
  await bell(reader, 0).click();
  await expect(panel(reader).getByText('You have no notifications.')).toBeVisible();
  await expectAccessible(reader, 'no notifications', { within: DIALOG });
  await reader.keyboard.press('Escape');
  await expect(bell(reader, 0)).toBeFocused();

  await author.goto(`${lesson.screenUrl}?section=comments`);
  const field = author.getByRole('textbox', { name: 'New comment' });
  await field.pressSequentially('Please look, @sto');
  const people = author.getByRole('listbox', { name: 'People to mention' });
  await expect(people.getByRole('option', { name: `Ben Stone @${key}`, selected: true })).toBeVisible();
  await expectAccessible(author, 'people to mention', { within: '[role="listbox"]' });
  await author.keyboard.press('Enter');
  await expect(people).toHaveCount(0);
  await expect(field).toHaveValue(`Please look, @${key} `);
  await author.keyboard.type('and say `@why`.');
  await author.getByRole('button', { name: 'Add comment' }).click();
  await expect(card(author, 'Please look').locator('.mention')).toHaveText(`@${key}`);

  await expect(bell(reader, 1)).toBeVisible();
  await expect(bell(author, 0)).toBeVisible();
  await bell(reader, 1).click();
  await expect(panel(reader).getByRole('region', { name: 'Today' })).toBeVisible();
  const entry = panel(reader).getByRole('link', { name: /^Unread: Ann Reed mentioned you in a comment/ });
  await expect(entry).toContainText(`Lesson ${lesson.sequence}: Loops, screen 1`);
  await expectAccessible(reader, 'notifications', { within: DIALOG });
  await expectAccessibleNarrow(reader, 'notifications', { within: DIALOG });
  await entry.click();
  // Beside the text, with the reply begun.
  const margin = reader.getByRole('complementary', { name: 'Comments beside the text' });
  await expect(margin.getByRole('article')).toContainText('Please look');
  const reply = margin.getByRole('textbox', { name: 'Reply to the comment by Ann Reed' });
  await expect(reply).toBeFocused();
  await expect(panel(reader)).toHaveCount(0);
  await expect(bell(reader, 0)).toBeVisible();

  // The answer goes the other way; the palette opens the panel.
  await reply.fill('I did.');
  await reader.getByRole('button', { name: 'Send reply' }).click();
  await expect(bell(author, 1)).toBeVisible();
  await author.keyboard.press('ControlOrMeta+K');
  await author.getByRole('textbox', { name: 'Search lessons, courses' }).fill('inbox');
  await author.getByRole('button', { name: 'Notifications', exact: true }).last().click();
  await expect(panel(author).getByRole('link', { name: /^Unread: Ben Stone replied to a comment/ })).toBeVisible();
  await panel(author).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel(author).getByRole('link', { name: /^Ben Stone replied to a comment/ })).toBeVisible();
  await author.keyboard.press('Escape');
  await expect(bell(author, 0)).toBeVisible();

  // The link of an email marks it as read.
  const [screenId = 0] = lesson.screenIds;
  await ann.client.createComment({ params: { id: screenId }, body: { comment: `And this, @${key}?` } });
  await expect(bell(reader, 1)).toBeVisible();
  const [mention] = (await ben.client.listNotifications({ query: {} })).notifications;
  await reader.goto(product.url + (mention ? notificationLink(mention) : ''));
  await expect(margin.getByRole('article')).toContainText('And this');
  await expect(bell(reader, 0)).toBeVisible();
});

test('kinds of notifications are turned off in the account', async ({ product, open }) => {
  const [ann, ben] = [await product.author('Ann Reed'), await product.author('Ben Stone')];
  const lesson = await product.lesson({ title: 'Loops', screens: [{ title: 'Repeating', type: 'text' }], client: ann.client });
  const reader = await open(ben);
  await reader.goto(product.url);
  await bell(reader, 0).click();
  await panel(reader).getByRole('link', { name: 'Settings' }).click();
  await expect(reader.getByRole('heading', { name: 'Notifications' })).toBeInViewport();
  const mentions = reader.getByRole('checkbox', { name: 'Someone mentions you in a comment: Inbox' });
  await expect(mentions).toBeChecked();
  await expect(reader.getByText('This installation doesn’t send email.')).toBeVisible();
  const saved = reader.waitForResponse(
    (response) => response.url().endsWith('/api/notifications/settings') && response.ok() && response.request().method() === 'PUT',
  );
  await mentions.click();
  await saved;
  const [screenId = 0] = lesson.screenIds;
  const key = ben.email.split('@')[0] ?? '';
  const comment = await ann.client.createComment({ params: { id: screenId }, body: { comment: `@${key}, why?` } });
  await ben.client.replyToComment({ params: { id: comment.id }, body: { message: 'Because.' } });
  await ann.client.replyToComment({ params: { id: comment.id }, body: { message: 'I see.' } });
  await expect(bell(reader, 1)).toBeVisible();
  await bell(reader, 1).click();
  await expect(panel(reader).getByRole('link')).toHaveText([/Settings/, /Ann Reed replied/]);
});
