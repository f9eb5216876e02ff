import { canCall } from '#contract/roles.ts';
import type { Route, Routes } from '#contract/route.ts';
import type { TestRole } from './test-server.ts';

/** Everybody who can call, from nobody to the owner. */
export const CALLERS: readonly TestRole[] = ['nobody', 'external', 'staff', 'owner'];

/** What the door says, before the call itself is looked at. */
export type Verdict = 'let in' | 'signed out' | 'not allowed';

/** What the contract says of a caller. */
export function expectedVerdict({ access }: Pick<Route, 'access'>, role: TestRole): Verdict {
  const actor = role === 'nobody' ? null : { id: 1, name: role, role };
  if (canCall(access, actor)) return 'let in';
  return actor === null ? 'signed out' : 'not allowed';
}

/** What is told apart behind the door, by what is called: who may do it to what. Each stands in tests of its noun. */
const POLICIES: Readonly<Record<string, string>> = {
  listLessons:
    'External authors see the latest versions and their own drafts. Every call about another lesson answers 404, as if it were not there.',
  createLesson: 'External authors make lessons in their own drafts alone.',
  saveLesson:
    'External authors do not turn legacy answer checking on. Published lessons and shallow imports refuse every write, whoever asks.',
  startReview: 'External authors ask for the review of what is in their own drafts alone.',
  syncLesson: 'External authors sync what is in their own drafts alone.',
  completeComment: 'By others than whoever wrote the comment.',
  approveComment: 'By whoever wrote the comment.',
  archiveComment: 'By whoever wrote the comment.',
  createToken: 'For somebody else: by the owner.',
  receiveWebhook: 'By whoever knows the secret of the webhook: the signature is checked.',
  setUp: 'By whoever knows the one-time set-up token.',
  acceptInvitation: 'By whoever has the one-time link.',
  finishProviderLogin: 'By the browser that began the sign-in, once.',
};

const SIGNS: Readonly<Record<Verdict, string>> = { 'let in': 'yes', 'signed out': '401', 'not allowed': '403' };

/** The text of docs/routes.md. @throws Error when a policy names a call that is not there. */
export function routesText(routes: Routes): string {
  const entries = Object.entries(routes).toSorted(([, a], [, b]) => compare(a.path, b.path) || compare(a.method, b.method));
  const rows = entries.map(([name, route]) => {
    const verdicts = CALLERS.map((role) => SIGNS[expectedVerdict(route, role)]);
    const kind = [route.bodyKind, route.replyKind].filter((each) => each !== 'json').join(', ');
    return `| ${route.method} | \`${route.path}\` | ${[...verdicts, `\`${name}\``, kind, route.summary].join(' | ')} |`;
  });
  const policies = Object.entries(POLICIES).map(([name, rule]) => {
    if (!(name in routes)) throw new Error(`There is no call ${name}, but a policy of it.`);
    return `| \`${name}\` | ${rule} |`;
  });
  return `# Every call, and who may make it

Written by \`scripts/write-routes.ts\` from the contract; do not edit. \`server/src/access.test.ts\` makes every call over HTTP as each
of the four, by session and by personal token, and compares.

*yes*: the call is looked at; what is wrong with it is told by 400, 404, 409 or 422. *401*: nobody is signed in. *403*: not for
this person, whatever the call is about. Calls that change something answer 403 to what another site makes a browser send.

| method | address | signed out | external author | staff | owner | name | kind | what it does |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${entries.length} calls.

## Told apart behind the door

| call | rule |
|---|---|
${policies.join('\n')}
`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
