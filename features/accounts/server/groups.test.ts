import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { GroupName } from '../contract/groups.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each([
  ['Data team', true],
  ['  Über-Gruppe (R & SQL)  ', true],
  ['', false],
  ['=HYPERLINK("https://evil.example")', false],
  ['+1', false],
  ['-1', false],
  ['@here', false],
  ['two\nlines', false],
  ['reversed \u202e text', false],
  ['x'.repeat(61), false],
])('a group can be named %j: %s', (name, isValid) => {
  expect(GroupName.safeParse(name).success).toBe(isValid);
});

it('leads create, change and delete groups, which staff see, and the audit trail says so', async () => {
  const [ada, ben] = [(await server.newPerson()).user, (await server.newPerson()).user];
  const lead = (await server.newPerson('lead')).client;
  const staff = server.client('staff');
  const created = await lead.createGroup({ body: { name: 'Data team', members: [ada.id, ben.id] } });
  const group = created.find(({ name }) => name === 'Data team');
  expect(group?.members.map(({ id }) => id).sort((one, other) => one - other)).toEqual([ada.id, ben.id]);
  await expect(lead.createGroup({ body: { name: 'data TEAM', members: [] } })).rejects.toMatchObject({ code: 'already_exists' });
  const params = { id: group?.id ?? 0 };
  await lead.saveGroup({ params, body: { name: 'Data people', members: [ben.id] } });
  expect(await staff.listGroups()).toEqual([{ ...group, name: 'Data people', members: [expect.objectContaining({ id: ben.id })] }]);
  await expect(staff.saveGroup({ params, body: { name: 'Mine', members: [] } })).rejects.toMatchObject({ status: 403 });
  expect(await lead.deleteGroup({ params })).toEqual([]);
  await expect(lead.saveGroup({ params, body: { name: 'Gone', members: [] } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(lead.deleteGroup({ params })).rejects.toMatchObject({ code: 'not_found' });
  const { lines: entries } = await server.client('owner').listAudit({ query: { kind: 'person' } });
  expect(
    entries.slice(0, 3).map(({ sentence }) =>
      sentence
        .map(({ text }) => text)
        .join('')
        .replace(/^.*? (?=created|renamed|deleted)/, ''),
    ),
  ).toEqual([
    'deleted the group “Data people”',
    `renamed the group “Data team” to “Data people”, with ${ben.name}`,
    `created the group “Data team”, with ${[ada.name, ben.name].join(' and ')}`,
  ]);
});

it('a group loses people whose access ends, also if they come back', async () => {
  const owner = server.client('owner');
  const { id, email } = (await server.newPerson()).user;
  const outsider = await owner.addExternalAuthor({ body: { email: 'guest@example.org' } });
  const [made] = await owner.createGroup({ body: { name: 'Reviewers', members: [id, outsider.id] } });
  expect(made?.members).toMatchObject([
    { name: 'guest@example.org', external: true },
    { id, external: false },
  ]);
  await owner.revokeStaff({ params: { id } });
  await owner.addStaff({ body: { email } });
  expect((await owner.listGroups())[0]?.members.map((person) => person.id)).toEqual([outsider.id]);
  await owner.revokeExternalAuthor({ params: { id: outsider.id } });
  await expect(owner.createGroup({ body: { name: 'Guests', members: [outsider.id] } })).rejects.toMatchObject({ code: 'refused' });
});
