import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { api } from '#app/contract/api.ts';
import { mayDecide } from '#features/review/review.policy.ts';
import { canCall, type Role, ROLES } from '#platform/contract/roles.ts';
import { managedRoles, managesRole, ROLE_NAMES } from './people.policy.ts';

type Held = (role: Role) => boolean;

const calls =
  (...names: (keyof typeof api)[]): Held =>
  (role) =>
    names.every((name) => canCall(api[name].access, { role }));
const manages =
  (...roles: Role[]): Held =>
  (role) =>
    roles.every((each) => managesRole({ role }, each));

/** What decides on each row of the table in the guide, by its first words. */
const RIGHTS: Readonly<Record<string, readonly Held[]>> = {
  'write, build': [calls('saveLesson', 'buildPackages', 'startDeploy', 'replyToComment', 'listCourses')],
  'write every': [calls('createComment', 'createCourse', 'createPath', 'createDataset', 'createRelease', 'openPullRequest')],
  approve: [(role) => mayDecide({ role }), calls('mergePullRequest')],
  'add and revoke external authors': [
    manages('external'),
    calls('addExternalAuthor', 'revokeExternalAuthor', 'unlockAccount', 'listAudit', 'listConsoleCalls', 'getDebug'),
  ],
  'add and revoke authors': [manages('author', 'reviewer'), calls('createGroup', 'addStaff', 'revokeStaff', 'setStaffRole')],
  'add and revoke staff': [manages('staff', 'lead', 'owner'), calls('resetSecondFactors', 'changeRules')],
};

const guide = readFileSync(join(import.meta.dirname, 'guide.md'), 'utf8');
const table = guide
  .slice(guide.indexOf('| right |'), guide.indexOf('An approval that'))
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the table of roles in the guide', () => {
  const [head = [], , ...rows] = table;
  it('has all roles and rights', () => {
    expect(head.slice(1)).toEqual(ROLES.map((role) => ROLE_NAMES[role].toLowerCase()));
    expect(rows).toHaveLength(Object.keys(RIGHTS).length);
  });

  it.each(rows.map(([text = '', ...cells]) => ({ text, cells })))('says who may $text', ({ text, cells }) => {
    const found = Object.entries(RIGHTS).filter(([start]) => text.startsWith(start));
    expect(found).toHaveLength(1);
    for (const held of found[0]?.[1] ?? [])
      expect(Object.fromEntries(ROLES.map((role) => [role, held(role) ? 'yes' : '–']))).toEqual(
        Object.fromEntries(ROLES.map((role, index) => [role, cells[index]])),
      );
  });
});

it.each<[Role, readonly Role[]]>([
  ['external', []],
  ['author', []],
  ['reviewer', []],
  ['staff', ['external']],
  ['lead', ['external', 'author', 'reviewer']],
  ['owner', ROLES],
])('%s manages %j', (role, expected) => {
  expect(managedRoles(role)).toEqual(expected);
});
