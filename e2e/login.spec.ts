import { OWNER } from '#testing/real-server.ts';
import { enterPassword } from './author.ts';
import { expect, test } from './product.ts';

test('a wrong password is told in the popup, which stays; the right one leads to the address that was asked for', async ({
  product,
  open,
}) => {
  const page = await open(null);
  await page.goto(`${product.url}/account`);
  await expect(page).toHaveURL(/\/login/);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  await enterPassword({ ...OWNER, password: 'not this one' })(popup);
  await expect(popup.getByRole('alert')).toContainText('Wrong email or password.');
  await enterPassword(OWNER)(popup);
  await expect(page).toHaveURL(/\/account$/);
});
