import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { api } from '#contract/api.ts';
import { routeUrl } from '#contract/client.ts';
import { canCall } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';

// Every call of the contract, by everyone. Generated from the contract: a new route is in it by being declared.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ROLES: TestRole[] = ['nobody', 'external', 'staff', 'owner'];

/** Values that fit the parameters of a path, and name nothing that is there. */
function sampleParams(params: z.ZodObject | undefined): Record<string, string> {
  const values = ['999999', 'nothing', 'github', '00000000-0000-4000-8000-000000000000'];
  return Object.fromEntries(
    Object.entries(params?.shape ?? {}).map(([name, schema]) => {
      const value = values.find((candidate) => (schema as z.ZodType).safeParse(candidate).success);
      if (value === undefined) throw new Error(`No sample value fits the parameter ${name}.`);
      return [name, value];
    }),
  );
}

function expectedVerdict(route: Route, role: TestRole): string {
  const actor = role === 'nobody' ? null : { id: 1, name: role, role };
  if (canCall(route.access, actor)) return 'let in';
  return actor === null ? 'signed out' : 'not allowed';
}

const table = Object.entries(api as Record<string, Route>).flatMap(([name, route]) =>
  ROLES.map((role) => ({ name, route, role, path: route.path })),
);

describe('access', () => {
  it.each(table)('$name by $role', async ({ route, role }) => {
    const reply = await server.inject({
      method: route.method,
      url: routeUrl(route, { params: sampleParams(route.params) }),
      headers: server.headers(role),
      // Not valid for any route: who may not call is told so before the body is looked at, who may is told of the body.
      ...(route.body === undefined ? {} : { payload: { nothing: 'that fits' } }),
    });
    const verdict = { 401: 'signed out', 403: 'not allowed', 500: 'broken' }[reply.statusCode] ?? 'let in';
    expect(verdict).toBe(expectedVerdict(route, role));
  });

  it('of what is for staff is refused to external authors in the whole table', () => {
    const refusals = table
      .filter(({ route, role }) => role === 'external' && expectedVerdict(route, role) === 'not allowed')
      .map(({ name }) => name);
    expect(refusals.sort()).toEqual([
      'addDatasetVersion',
      'addExternalAuthor',
      'addStaff',
      'archiveDataset',
      'attachDatasets',
      'changeDatasetVersion',
      'closePullRequest',
      'createComment',
      'createDataset',
      'createRelease',
      'createReleaseFromZip',
      'deleteLesson',
      'deleteRelease',
      'detachDataset',
      'detachMissingDataset',
      'discardDatasetUpload',
      'downloadDataset',
      'getDatasetUpload',
      'getDatasetZip',
      'getReady',
      'getRelease',
      'importLessons',
      'listBranchLessons',
      'listDatasetUploads',
      'listDatasetVersions',
      'listDatasets',
      'listExternalAuthors',
      'listReleases',
      'listStaff',
      'mergePullRequest',
      'openPullRequest',
      'renewInvitation',
      'renewStaffInvitation',
      'restoreLesson',
      'reviewPullRequest',
      'revokeExternalAuthor',
      'revokeStaff',
      'sendDatasetChunk',
      'unarchiveDataset',
      'updateFromMain',
      'updateRelease',
    ]);
  });

  it('without signing in is what signing in needs, what a code host tells, and nothing else', () => {
    const open = Object.entries(api as Record<string, Route>).filter(([, route]) => route.access === 'public');
    expect(open.map(([name]) => name).sort()).toEqual([
      'acceptInvitation',
      'getHealth',
      'getInvitation',
      'getLoginState',
      'getOpenApi',
      'loginPopup',
      'loginSuccess',
      'loginWithPassword',
      'logout',
      'receiveWebhook',
      'setUp',
    ]);
  });
});
