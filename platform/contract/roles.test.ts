import { describe, expect, it } from 'vitest';
import { type Access, ACCESS, canCall, ROLES } from './roles.ts';

describe('canCall', () => {
  const allowed: Record<Access, string[]> = {
    public: ['nobody', 'external', 'author', 'reviewer', 'staff', 'lead', 'owner'],
    'signed-in': ['external', 'author', 'reviewer', 'staff', 'lead', 'owner'],
    staff: ['author', 'reviewer', 'staff', 'lead', 'owner'],
    reviewer: ['reviewer', 'staff', 'lead', 'owner'],
    people: ['staff', 'lead', 'owner'],
    lead: ['lead', 'owner'],
    owner: ['owner'],
  };

  it.each(ACCESS)('%s', (access) => {
    const through = (['nobody', ...ROLES] as const).filter((role) => canCall(access, role === 'nobody' ? null : { role }));
    expect(through).toEqual(allowed[access]);
  });
});
