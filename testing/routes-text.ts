import { canCall, type Role, ROLES } from '#platform/contract/roles.ts';
import type { Route, Routes } from '#platform/contract/route.ts';
import { WRITES } from './writes-of-lessons.ts';

export type Caller = Role | 'nobody';

/** Every kind of caller, from signed out to the owner. */
export const CALLERS: readonly Caller[] = ['nobody', ...ROLES];

/** The result of the access check, before the call itself is handled. */
export type Verdict = 'let in' | 'signed out' | 'not allowed';

/** The access check's result according to the contract. */
export function expectedVerdict({ access }: Pick<Route, 'access'>, role: Caller): Verdict {
  const actor = role === 'nobody' ? null : { id: 1, name: role, role };
  if (canCall(access, actor)) return 'let in';
  return actor === null ? 'signed out' : 'not allowed';
}

/** Finer rules after the access check, by call: who may do it to what. Each is tested in its module. */
const POLICIES: Readonly<Record<string, string>> = {
  listLessons:
    'External authors see the latest versions and their own drafts. Every call about another lesson returns 404, as if it did not exist.',
  saveLesson: 'External authors cannot turn legacy answer checking on. Published lessons and shallow imports reject every write.',
  completeComment: 'By anyone but the author of the comment.',
  approveComment: 'By the author of the comment.',
  archiveComment: 'By the author of the comment.',
  createToken: 'For another person: by the owner.',
  receiveWebhook: 'With the secret of the webhook: the signature is checked.',
  setUp: 'With the one-time set-up token.',
  acceptInvitation: 'With the one-time link.',
  finishProviderLogin: 'By the browser that started the sign-in, once.',
};

const SIGNS: Readonly<Record<Verdict, string>> = { 'let in': 'yes', 'signed out': '401', 'not allowed': '403' };

/** The text of docs/routes.md. @throws Error if a policy names an unknown call */
export function routesText(routes: Routes): string {
  const entries = Object.entries(routes).toSorted(([, a], [, b]) => compare(a.path, b.path) || compare(a.method, b.method));
  const rows = entries.map(([name, route]) => {
    const verdicts = CALLERS.map((role) => SIGNS[expectedVerdict(route, role)]);
    const kind = [route.bodyKind, route.replyKind].filter((each) => each !== 'json').join(', ');
    return `| ${route.method} | \`${route.path}\` | ${[...verdicts, `\`${name}\``, kind, route.summary].join(' | ')} |`;
  });
  const policies = Object.entries(POLICIES).map(([name, rule]) => {
    if (!(name in routes)) throw new Error(`A policy names the unknown call ${name}.`);
    return `| \`${name}\` | ${rule} |`;
  });
  return `# Every call, and who may make it

Written by \`scripts/write-routes.ts\` from the contract; do not edit. \`app/server/access.test.ts\` makes every call over HTTP as each
of the four, by session and by personal token, and compares.

*yes*: the call is read; 400, 404, 409 or 422 says what is wrong with it. *401*: the caller is signed out. *403*: not for
this person, whatever the call is about. Calls that change something answer 403 to what another site makes a browser send.

| method | address | signed out | external author | author | reviewer | staff | lead | owner | name | kind | what it does |
|---|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${entries.length} calls.

## Finer rules

| call | rule |
|---|---|
${policies.join('\n')}

External authors make these calls only about lessons in their own drafts, and get 403 for others that they see, 404 for those that they
don't see: ${Object.keys(WRITES)
    .map((name) => `\`${name}\``)
    .join(', ')}.
`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
