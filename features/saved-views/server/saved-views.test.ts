import { afterAll, beforeAll, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/index.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { listSavedViews } from './saved-views.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('keeps views for their user, shares them with the team, and lets leads stop that', async () => {
  const [staff, owner, external] = [server.client('staff'), server.client('owner'), server.client('external')];
  const filters = { owner: 'ada@example.org', view: 'board' };
  const [saved] = await staff.saveView({ body: { page: 'lessons', name: 'Ada', filters } });
  expect(saved).toMatchObject({ page: 'lessons', name: 'Ada', filters, is_shared: false, is_own: true });
  const params = { id: saved?.id ?? 0 };
  await expect(staff.saveView({ body: { page: 'lessons', name: 'ADA', filters: {} } })).rejects.toMatchObject({ code: 'already_exists' });
  expect(await staff.saveView({ body: { page: 'search', name: 'Ada', filters: { q: 'ada' } } })).toHaveLength(2);
  expect(await owner.listSavedViews()).toEqual([]);
  await expect(owner.deleteSavedView({ params })).rejects.toMatchObject({ code: 'not_found' });

  const changed = await staff.changeSavedView({ params, body: { name: 'Lessons of Ada', filters: { owner: 'none' }, is_shared: true } });
  expect(changed).toContainEqual({ ...saved, name: 'Lessons of Ada', filters: { owner: 'none' }, is_shared: true });
  expect(await owner.listSavedViews()).toMatchObject([{ name: 'Lessons of Ada', is_own: false }]);
  expect(await external.listSavedViews()).toEqual([]);
  await expect(owner.changeSavedView({ params, body: { name: 'Mine' } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(external.saveView({ body: { page: 'lessons', name: 'A', filters: {}, is_shared: true } })).rejects.toMatchObject({
    code: 'refused',
  });
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const many = Object.fromEntries(['x', 'y'].flatMap((first) => letters.map((last) => [first + last, ''])));
  await expect(staff.saveView({ body: { page: 'lessons', name: 'Many', filters: many } })).rejects.toMatchObject({ status: 400 });
  const { db } = server.platform;
  const setRole = (role: 'staff' | 'external') => db.updateTable('users').set({ role }).where('id', '=', server.users.staff.id).execute();
  await setRole('external');
  expect(await owner.listSavedViews()).toEqual([]);
  expect(await listSavedViews(server.platform, { ...toActor(server.users.staff), role: 'external' })).toMatchObject([
    { is_shared: false },
    { is_shared: false },
  ]);
  await setRole('staff');
  await expect(owner.deleteSavedView({ params })).rejects.toMatchObject({ code: 'not_found' });
  expect(await owner.changeSavedView({ params, body: { is_shared: false } })).toEqual([]);
  expect(await staff.listSavedViews()).toMatchObject([{ page: 'search' }, { name: 'Lessons of Ada', is_shared: false }]);
  expect(await staff.deleteSavedView({ params })).toMatchObject([{ page: 'search' }]);
});
