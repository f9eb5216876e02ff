import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Operations } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { ProposedScreenFields } from '../contract.ts';
import { acceptProposals } from './accept-proposal.ts';
import { countWaiting } from './queries.ts';

let server: TestServer;
let sequence = 900;

beforeAll(async () => {
  // Only proofs run code, no saves.
  server = await startTestServer({ hasRunner: true, hasWorkers: false });
});
afterAll(() => server.close());

const staff = () => server.client('staff');

const TEXT = {
  title: 'Loops',
  body_markdown: 'A loop repeats.\n\nIt ends.\n\nIt begins.',
  instructions_markdown: 'Read this.',
  hint_markdown: '',
};

/** A lesson with one screen. */
async function makeScreen(fields: Partial<ScreenFields> = TEXT, client = staff()) {
  const { id } = await client.createLesson({ body: { sequence: (sequence += 1), title: 'Proposed' } });
  if (fields.legacy_check_code) await client.saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId: newScreenId };
  const { revision } = await client.saveScreen({ params, body: fields });
  const get = () => client.getScreen({ params });
  const save = (body: Partial<ScreenFields>) => client.saveScreen({ params, body });
  const propose = (changed: ProposedScreenFields, by = client, base = revision) =>
    by.proposeChange({ body: { lesson_id: id, screen_id: newScreenId, base_revision: base, fields: changed, reason: 'Say it plainly' } });
  return { id, params, get, save, propose };
}

/** The id of a proposal that passes. */
async function proposed(made: ReturnType<Awaited<ReturnType<typeof makeScreen>>['propose']>): Promise<number> {
  const { proposal, proof } = await made;
  expect(proof.findings).toEqual([]);
  return proposal?.id ?? 0;
}

const listed = (lessonId: number) => staff().listProposals({ query: { of: 'lesson', lesson_id: lessonId } });

describe('a proposal of a text', () => {
  it('waits beside the screen, and is saved by the person who accepts it, with its sender in the commit', async () => {
    const { id, get, propose } = await makeScreen();
    const before = await get();
    const proposal = await proposed(propose({ body_markdown: 'A loop repeats code.\n\nIt ends.\n\nIt begins.' }));
    expect(await get()).toMatchObject({ revision: before.revision, body_markdown: before.body_markdown });
    const details = await staff().getProposal({ params: { id: proposal } });
    expect(details.files.map(({ path }) => path)).toEqual(['screens/loops/learn.md']);
    expect(details).toMatchObject({ state: 'open', changes: ['Learn'], screen_sequence: 1, proposed_by: 'test' });

    const accepted = await staff().acceptProposal({ params: { id: proposal }, body: {} });
    expect(accepted).toEqual({ id: proposal, is_accepted: true, problem: null });
    expect((await get()).body_markdown).toContain('repeats code');
    const change = await server.platform.db
      .selectFrom('revisions')
      .select('message')
      .where('screen_id', '=', details.screen_id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(change?.message).toBe('Say it plainly\n\nAssisted-by: test');
    expect(await listed(id)).toEqual([]);
    // It is decided once.
    const again = await staff().acceptProposals({ body: { ids: [proposal] } });
    expect(again[0]).toMatchObject({ is_accepted: false, problem: 'This proposal was accepted already.' });
    const trail = await server.platform.db.selectFrom('audit_entries').select('action').where('action', 'like', 'proposal.%').execute();
    expect(trail.map(({ action }) => action)).toEqual(['proposal.create', 'proposal.accept']);
  });

  it('comes back with its findings and is stored nowhere if preflight finds something new', async () => {
    const { id, propose } = await makeScreen();
    const { proposal, proof } = await propose({ body_markdown: '![](images/none.png)\n\n[More](../999-none/lesson.md)' });
    expect(proposal).toBeNull();
    expect(proof.findings.map(({ kind }) => kind)).toContain('preflight');
    expect(await listed(id)).toEqual([]);
    expect(await server.platform.db.selectFrom('proposals').select('id').where('lesson_id', '=', id).execute()).toEqual([]);
  });

  it('is merged with later saves and proven again, or no longer applies', async () => {
    const { save, get, propose } = await makeScreen();
    const [first, last] = [
      await proposed(propose({ body_markdown: 'A loop repeats code.\n\nIt ends.\n\nIt begins.' })),
      await proposed(propose({ body_markdown: 'A loop repeats.\n\nIt ends.\n\nIt begins again.' })),
    ];
    await save({ body_markdown: 'A loop repeats.\n\nIt ends.\n\nIt begins elsewhere.' });
    const results = await staff().acceptProposals({ body: { ids: [first, last] } });
    expect(results.map(({ is_accepted }) => is_accepted)).toEqual([true, false]);
    expect(results[1]?.problem).toContain('The same lines have changed');
    expect((await get()).body_markdown).toBe('A loop repeats code.\n\nIt ends.\n\nIt begins elsewhere.');
    expect((await staff().getProposal({ params: { id: last } })).state).toBe('outdated');
    const { notifications } = await staff().listNotifications({ query: { limit: 1 } });
    expect(notifications).toMatchObject([{ kind: 'proposal_decision', actor: null, details: { decision: 'outdated' } }]);
  });

  it('is reported as saved if the work is stopped at the next one', async () => {
    const { id, propose } = await makeScreen();
    const one = await proposed(propose({ body_markdown: 'A loop repeats code.\n\nIt ends.\n\nIt begins.' }));
    const two = await proposed(propose({ hint_markdown: 'Count.' }));
    const stopping = new AbortController();
    // The second one is proven again, as the first one changes the lesson.
    const run: Operations['run'] = (_, work) => work({ signal: stopping.signal, progress: () => stopping.abort() });
    const platform = Object.assign(Object.create(server.platform) as Platform, { operations: { run } });
    expect(await acceptProposals(platform, toActor(server.users.staff), [one, two], undefined)).toEqual([
      { id: one, is_accepted: true, problem: null },
      { id: two, is_accepted: false, problem: expect.stringContaining('It still waits') },
    ]);
    expect((await listed(id)).map((proposal) => proposal.id)).toEqual([two]);
  });

  it('on a deleted lesson counts for nobody', async () => {
    const { id, propose } = await makeScreen();
    const { db } = server.platform;
    const before = await countWaiting(db, server.users.staff.id);
    await proposed(propose({ body_markdown: 'A loop repeats code.' }));
    expect(await countWaiting(db, server.users.staff.id)).toBe(before + 1);
    await staff().deleteLesson({ params: { id } });
    expect(await countWaiting(db, server.users.staff.id)).toBe(before);
  });

  it('is read and decided by an external author only in their own drafts', async () => {
    const { propose } = await makeScreen();
    const id = await proposed(propose({ body_markdown: 'A loop repeats code.' }));
    const external = server.client('external');
    const params = { id };
    const calls = [
      () => external.getProposal({ params }),
      () => external.acceptProposal({ params, body: {} }),
      () => external.acceptProposals({ body: { ids: [id] } }),
      () => external.declineProposal({ params, body: {} }),
      () => external.withdrawProposal({ params }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 });
    expect((await staff().getProposal({ params })).state).toBe('open');
    const own = await makeScreen(TEXT, external);
    const mine = await proposed(own.propose({ body_markdown: 'A loop repeats code.' }));
    expect(await external.acceptProposal({ params: { id: mine }, body: {} })).toMatchObject({ is_accepted: true });
  });

  it('is declined with a word, and withdrawn by its sender only', async () => {
    const { propose } = await makeScreen();
    const owner = server.client('owner');
    const one = await proposed(propose({ body_markdown: 'A loop repeats code.' }));
    await expect(owner.withdrawProposal({ params: { id: one } })).rejects.toMatchObject({ status: 403 });
    const news = async () => (await staff().listNotifications({ query: { limit: 1 } })).notifications[0];
    const declined = await owner.declineProposal({ params: { id: one }, body: { reason: 'Too short' } });
    expect(declined).toMatchObject({ state: 'declined', decision: 'Too short', is_own: false });
    expect(await news()).toMatchObject({ kind: 'proposal_decision', details: { decision: 'declined', excerpt: 'Too short' } });
    await expect(staff().withdrawProposal({ params: { id: one } })).rejects.toMatchObject({ status: 422 });
    const two = await proposed(propose({ body_markdown: 'A loop repeats code.' }));
    expect(await staff().withdrawProposal({ params: { id: two } })).toMatchObject({ state: 'withdrawn' });
  });

  it('is refused where its sender may not edit, and for what can’t be proposed', async () => {
    const { id, params, propose, get } = await makeScreen();
    await expect(propose({ title: 'Mine' }, server.client('external'))).rejects.toMatchObject({ status: 403 });
    const { revision } = await get();
    const base = { lesson_id: id, screen_id: params.screenId, base_revision: revision, reason: 'Because' };
    const send = (body: object) => staff().proposeChange({ body: { ...base, ...body } });
    await expect(send({ fields: { type: 'text' } })).rejects.toMatchObject({ status: 400 });
    await expect(send({ fields: { tests: [] } })).rejects.toMatchObject({ status: 400 });
    await expect(send({ fields: {} })).rejects.toMatchObject({ status: 400 });
    await expect(send({ fields: { title: 'Loops' } })).rejects.toMatchObject({ status: 422 });
    await expect(send({ fields: { title: 'Other' }, base_revision: 99 })).rejects.toMatchObject({ status: 400 });
    await expect(send({ lesson_fields: { title: 'Other' } })).rejects.toMatchObject({ status: 400 });
    const lesson = await staff().getLesson({ params: { id } });
    const of = { lesson_id: id, base_revision: lesson.revision, reason: 'Name it' };
    const { proposal } = await staff().proposeChange({ body: { ...of, lesson_fields: { title: 'Loops and lists' } } });
    await staff().acceptProposal({ params: { id: proposal?.id ?? 0 }, body: {} });
    expect((await staff().getLesson({ params: { id } })).title).toBe('Loops and lists');
  });

  it('notifies the owner of the lesson, and waits in their work', async () => {
    const { id, propose } = await makeScreen();
    const owner = server.client('owner');
    await owner.saveLesson({ params: { id }, body: { owner: server.users.owner.email } });
    await proposed(propose({ body_markdown: 'A loop repeats code.' }));
    const { notifications } = await owner.listNotifications({ query: {} });
    expect(notifications[0]).toMatchObject({ kind: 'proposal', details: { excerpt: 'Say it plainly', proposal: expect.any(Number) } });
    expect((await owner.listWork()).filter(({ why }) => why === 'proposal')).toMatchObject([{ by: 'test', screen: 1 }]);
  });
});

it('proves code against the stored checks and tests, and refuses a check that became weaker', async () => {
  const { propose } = await makeScreen({
    title: 'Totals',
    type: 'code',
    instructions_markdown: 'Add three and five.',
    hint_markdown: 'Use a plus.',
    initial_code: 'total = 0',
    answer_code: 'total = 3 + 5',
    legacy_check_code: 'assert total == 8',
  });
  const weak = await propose({ legacy_check_code: 'assert True' });
  expect(weak.proposal).toBeNull();
  const kinds = weak.proof.findings.map(({ kind }) => kind);
  expect(kinds).toContain('unsolved-passes');
  expect(kinds).toContain('mistakes-pass');
  const { proof, proposal } = await propose({ legacy_check_code: 'assert total == 8, "Add both numbers."' });
  expect(proof.findings).toEqual([]);
  expect(proof.facts).toContain('The answer also passed the checks as they were stored.');
  expect(proposal?.changes).toEqual(['Legacy check']);
});
