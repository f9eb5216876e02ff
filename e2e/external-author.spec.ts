import { expect, test } from './product.ts';

test('an external author is invited, joins, sees less, and is revoked', async ({ product, open }) => {
  const AUTHOR = { name: 'Ben Carver', email: `ben-${product.number()}@elsewhere.example`, password: 'another quiet one' };
  const owner = await open();
  await owner.goto(`${product.url}/manage-external`);
  await owner.getByRole('textbox', { name: 'Email' }).fill(AUTHOR.email);
  const [reply] = await Promise.all([
    owner.waitForResponse((response) => response.url().endsWith('/api/external-users') && response.request().method() === 'POST'),
    owner.getByRole('button', { name: /^(Add|Invite)/ }).click(),
  ]);
  const { invitation_url: link } = (await reply.json()) as { invitation_url: string };
  await expect(owner.getByText(AUTHOR.email).first()).toBeVisible();

  const external = await open(null);
  await external.goto(link);
  await expect(external.getByText(AUTHOR.email)).toBeVisible();
  await external.getByLabel('Name').fill(AUTHOR.name);
  await external.getByLabel('Password', { exact: true }).fill(AUTHOR.password);
  await external.getByRole('button', { name: 'Join' }).click();
  await expect(external.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();

  const navigation = external.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Lessons', exact: true })).toBeVisible();
  await expect(navigation.getByRole('link', { name: /External|Releases|Datasets|Paths|Console/ })).toHaveCount(0);
  for (const place of ['releases', 'console', 'audit', 'debug']) {
    await external.goto(`${product.url}/${place}`);
    await expect(external).toHaveURL(`${product.url}/`);
  }
  await external.goto(`${product.url}/manage-external`);
  await expect(external).toHaveURL(/\/login/);
  expect((await external.request.get(`${product.url}/api/external-users`)).status()).toBe(403);

  // The link works only once.
  const late = await open(null);
  await late.goto(link);
  await expect(late.getByRole('alert')).toContainText('no longer valid');

  await owner.reload();
  await owner.getByRole('button', { name: `Revoke ${AUTHOR.email}` }).click();
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke/ })
    .click();
  await expect(owner.getByRole('dialog')).toBeHidden();
  await expect.poll(async () => (await external.request.get(`${product.url}/api/user`)).status()).toBe(401);
});
