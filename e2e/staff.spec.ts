import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';

const NEW_PASSWORD = 'a fourth quiet one';

test('the owner invites staff, who join, change the password, forget it, and are revoked', async ({ product, open }) => {
  const EDITOR = { name: 'Cleo Marsh', email: `cleo-${product.number()}@lessons.example`, password: 'a third quiet one' };
  const owner = await open();
  await owner.goto(`${product.url}/people`);
  const form = owner.getByRole('form', { name: 'Add staff' });
  await form.getByRole('textbox', { name: 'Email' }).fill(EDITOR.email);
  await form.getByRole('textbox', { name: 'Email' }).press('Enter');
  const link = owner.getByRole('textbox', { name: 'Invitation link' });
  // Others may be invited, too.
  await expect(owner.getByRole('row', { name: new RegExp(EDITOR.email) }).getByText('Invited')).toBeVisible();
  await expectAccessible(owner, 'the people page of the owner with an invitation', { within: 'main' });

  const editor = await open(null);
  await editor.goto(await link.inputValue());
  await editor.getByLabel('Name').fill(EDITOR.name);
  await editor.getByLabel('Password', { exact: true }).fill(EDITOR.password);
  await editor.getByRole('button', { name: 'Join' }).click();
  await expect(editor.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  await expect(editor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /External/ })).toBeVisible();

  await editor.goto(`${product.url}/people`);
  await expect(editor.getByRole('grid', { name: 'Owners and staff' })).toHaveCount(0);
  await editor.goto(`${product.url}/account`);
  const password = editor.getByRole('form', { name: 'Password' });
  await password.getByLabel('Current password').fill('not the password');
  await password.getByLabel('New password').fill(NEW_PASSWORD);
  await password.getByLabel('New password').press('Enter');
  await expect(password.getByRole('alert')).toHaveText('The current password is incorrect.');
  await expectAccessible(editor, 'a refused password', { within: 'form[aria-label="Password"]' });
  await password.getByLabel('Current password').fill(EDITOR.password);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(password.getByRole('status')).toContainText('Password changed.');

  await owner.reload();
  await owner.getByRole('button', { name: `New password link for ${EDITOR.email}` }).click();
  const forgetful = await open(null);
  await forgetful.goto(await link.inputValue());
  await expect(forgetful.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(forgetful.getByLabel('Name')).toHaveValue(EDITOR.name);
  await expectAccessible(forgetful, 'a link to a new password');
  await forgetful.getByLabel('Password', { exact: true }).fill(EDITOR.password);
  await forgetful.getByRole('button', { name: 'Set password' }).click();
  await expect(forgetful.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  expect((await editor.request.get(`${product.url}/api/user`)).status()).toBe(401);

  // An author neither merges nor manages people.
  await owner.getByRole('button', { name: `More actions for ${EDITOR.email}` }).click();
  await owner.getByRole('menuitem', { name: 'Make author' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Make author' }).click();
  await expect(owner.getByRole('row', { name: new RegExp(EDITOR.email) })).toContainText('Author');
  await forgetful.goto(`${product.url}/people`);
  await expect(forgetful).toHaveURL(`${product.url}/`);
  const navigation = forgetful.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Manage Releases' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: /People|External|Console/ })).toHaveCount(0);

  const team = `Data team ${product.number()}`;
  await owner.getByRole('button', { name: 'New group' }).click();
  const group = owner.getByRole('dialog', { name: 'New group' });
  await group.getByRole('textbox', { name: 'Name' }).fill(`=${team}`);
  await group.getByRole('combobox', { name: 'People' }).click();
  await owner.getByRole('option', { name: EDITOR.name }).click();
  await expectAccessible(owner, 'the dialog of a group', { within: '[role="dialog"]' });
  // The list stays open for more people, over the buttons, until the field is left.
  await owner.keyboard.press('Tab');
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(group.getByText('Start the name with another character')).toBeVisible();
  await group.getByRole('textbox', { name: 'Name' }).fill(team);
  await group.getByRole('button', { name: 'Save' }).click();
  const shown = owner.getByRole('list', { name: 'Groups' }).getByRole('listitem').filter({ hasText: team });
  await expect(shown).toContainText(EDITOR.name);
  await expectAccessible(owner, 'the groups', { within: 'section[aria-label="Groups"]' });

  await owner.getByRole('button', { name: `Revoke ${EDITOR.email}` }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(owner.getByRole('button', { name: `Revoke ${EDITOR.email}` })).toHaveCount(0);
  await expect(link).toHaveCount(0);
  await expect(shown).toContainText('Nobody yet');
  await expect.poll(async () => (await forgetful.request.get(`${product.url}/api/user`)).status()).toBe(401);
});
