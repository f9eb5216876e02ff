import { describe, expect, it } from 'vitest';
import { Access, canCall, type Actor, type Role } from './roles.ts';

const actor = (role: Role): Actor => ({ id: 1, name: 'Ann', role });

describe('canCall', () => {
  const allowed: Record<Access, string[]> = {
    public: ['nobody', 'external', 'staff', 'owner'],
    'signed-in': ['external', 'staff', 'owner'],
    staff: ['staff', 'owner'],
    owner: ['owner'],
  };

  it.each(Access.options)('%s', (access) => {
    const callers = { nobody: null, external: actor('external'), staff: actor('staff'), owner: actor('owner') };
    const through = Object.entries(callers).filter(([, caller]) => canCall(access, caller));
    expect(through.map(([name]) => name)).toEqual(allowed[access]);
  });
});
