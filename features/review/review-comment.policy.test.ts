import { describe, expect, it } from 'vitest';
import { isOwnComment, pullThreadPolicy } from './review-comment.policy.ts';

const COMMENT = { is_own: false, is_pending: false, is_outdated: false, suggestion: null, applied_by: null, resolved_by: null };
const SUGGESTED = { ...COMMENT, suggestion: 'New words' };

describe('the policy of a thread on a pull request', () => {
  it.each([
    ['a comment', 'open', COMMENT, ['resolve'], true],
    ['a resolved one', 'open', { ...COMMENT, resolved_by: 'Ada' }, ['reopen'], true],
    ['one with a suggestion', 'open', SUGGESTED, ['apply', 'resolve'], true],
    ['one whose suggestion is applied', 'open', { ...SUGGESTED, applied_by: 'Ada', resolved_by: 'Ada' }, ['reopen'], true],
    ['one whose lines have changed', 'open', { ...SUGGESTED, is_outdated: true }, ['resolve'], true],
    ['one that is not submitted yet', 'open', { ...SUGGESTED, is_own: true, is_pending: true }, [], false],
    ['one with a suggestion, once the release is merged', 'merged', SUGGESTED, ['resolve'], false],
    ['a comment of a closed pull request', 'closed', COMMENT, ['resolve'], false],
  ] as const)('lets users settle and answer %s (%s)', (_, state, first, moves, canReply) => {
    expect(pullThreadPolicy(state, first)).toMatchObject({ moves, canReply });
  });

  it.each([
    ['another user', COMMENT, false, false],
    ['its author', { ...COMMENT, is_own: true }, true, true],
    ['its author, once its suggestion is applied', { ...SUGGESTED, is_own: true, applied_by: 'Ada' }, false, true],
  ] as const)('lets %s edit and delete a comment as they may', (_, comment, canEdit, canDelete) => {
    const policy = pullThreadPolicy('open', COMMENT);
    expect([policy.canEdit({ comment }), policy.canDelete({ comment })]).toEqual([canEdit, canDelete]);
  });

  it.each([
    ['its author', { user_id: 1, deleted_at: null }, true],
    ['another user', { user_id: 2, deleted_at: null }, false],
    ['nobody here, when it was written on the code host', { user_id: null, deleted_at: null }, false],
    ['nobody, once it is deleted', { user_id: 1, deleted_at: new Date(0) }, false],
  ])('takes a comment as that of %s', (_, row, isOwn) => {
    expect(isOwnComment({ id: 1 }, row)).toBe(isOwn);
  });
});
