import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '#platform/contract/errors.ts';
import { alreadyExists, conflict, forbidden, invalid, notFound, refused, signedOut, tooLarge, tooMany, unavailable } from './errors.ts';

describe('failures by name', () => {
  const made = [
    [notFound('lesson'), 404, 'not_found', 'Lesson not found.'],
    [alreadyExists('Lesson 3 is there.'), 409, 'already_exists', 'Lesson 3 is there.'],
    [refused('No.'), 422, 'refused', 'No.'],
    [forbidden(), 403, 'forbidden', 'You are not allowed to do this.'],
    [signedOut(), 401, 'signed_out', 'You are not signed in.'],
    [invalid([{ path: 'title', message: 'A title is missing.' }]), 400, 'invalid', 'A title is missing.'],
    [invalid([]), 400, 'invalid', 'The input is not valid.'],
    [tooLarge('Too large.'), 413, 'too_large', 'Too large.'],
    [tooMany('Too many.'), 429, 'too_many', 'Too many.'],
    [unavailable('Down.'), 503, 'unavailable', 'Down.'],
  ] as const;

  it.each(made)('%o', (error, status, code, message) => {
    expect({ status: error.status, code: error.code, message: error.message }).toEqual({ status, code, message });
  });

  it('a conflict names the other user and has both sides', () => {
    const details = { base: {}, mine: { title: 'a' }, theirs: { title: 'b' }, merged: {}, revision: 4, changed_by: 'Ada' };
    const error = conflict(details);
    expect(error.status).toBe(ERROR_STATUS.conflict);
    expect(error.message).toContain('Ada');
    expect(error.details).toEqual(details);
    expect(conflict({ ...details, changed_by: null }).message).toContain('Someone else');
  });
});
