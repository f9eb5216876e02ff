import { describe, expect, it } from 'vitest';
import type { Actor } from '#platform/contract/roles.ts';
import { canApprove, canArchive, canComment, canComplete, canReopen, canReply } from './comments.policy.ts';

const author = { id: 1, role: 'staff' } as const;
const other = { id: 2, role: 'staff' } as const;
const external = { id: 3, role: 'external' } as const;

const comment = (state: 'open' | 'completed' | 'approved' | 'archived', is_author_gone = false) => ({
  user: { id: author.id, name: 'Ada' },
  is_author_gone,
  is_from_learner: false,
  completed: state !== 'open',
  approved: state === 'approved',
  archived: state === 'archived',
});

describe('who may do what with a comment', () => {
  it.each([
    // state, author: complete, approve, archive; others: complete, approve, archive
    ['open', [false, false, true], [true, false, false]],
    ['completed', [false, true, true], [false, false, false]],
    ['approved', [false, false, true], [false, false, false]],
    ['archived', [false, false, false], [false, false, false]],
  ] as const)('that is %s', (state, byAuthor, byOthers) => {
    const may = (actor: Pick<Actor, 'id' | 'role'>) => [canComplete, canApprove, canArchive].map((rule) => rule(actor, comment(state)));
    expect(may(author)).toEqual(byAuthor);
    expect(may(other)).toEqual(byOthers);
    expect(may(external)).toEqual(byOthers);
  });

  it.each([
    // state, staff: complete, approve, archive; external authors: complete, approve, archive
    ['open', [true, false, true], [true, false, false]],
    ['completed', [false, true, true], [false, false, false]],
    ['approved', [false, false, true], [false, false, false]],
    ['archived', [false, false, false], [false, false, false]],
  ] as const)('that is %s and whose author has left', (state, byStaff, byExternal) => {
    const may = (actor: Pick<Actor, 'id' | 'role'>) =>
      [canComplete, canApprove, canArchive].map((rule) => rule(actor, comment(state, true)));
    expect(may(other)).toEqual(byStaff);
    expect(may(external)).toEqual(byExternal);
  });

  it('that a learner sent through the author’s link is completed and settled by anyone on staff', () => {
    const sent = (state: 'open' | 'completed') => ({ ...comment(state), is_from_learner: true });
    expect([author, other, external].map((actor) => canComplete(actor, sent('open')))).toEqual([true, true, true]);
    expect([author, other, external].map((actor) => canApprove(actor, sent('completed')))).toEqual([true, true, false]);
    expect([author, other, external].map((actor) => canArchive(actor, sent('open')))).toEqual([true, true, false]);
  });

  it('everyone can reopen it while it is completed and not approved', () => {
    const states = ['open', 'completed', 'approved', 'archived'] as const;
    expect(states.filter((state) => canReopen(comment(state)))).toEqual(['completed']);
  });

  it('everyone can reply until it is archived', () => {
    expect(canReply(comment('approved'))).toBe(true);
    expect(canReply(comment('archived'))).toBe(false);
  });

  it('only staff can write new ones', () => {
    expect((['owner', 'staff', 'external'] as const).map((role) => canComment({ role }))).toEqual([true, true, false]);
  });
});
