import { describe, expect, it, vi } from 'vitest';
import { GuestSessions } from './guest-sessions.ts';

type Platform = ConstructorParameters<typeof GuestSessions>[0];
type Build = Parameters<GuestSessions['of']>[3];

const PLACE = { lesson: { language: 'python', language_version: null, enabled_features: ['Stateful'] } } as unknown as Build;

function buildSessions() {
  const ended: string[] = [];
  const end = vi.fn(async (id: string) => void ended.push(id));
  const runners = { isUp: async () => true, pick: async () => 'local', sessions: () => ({ end }) };
  const sessions = new GuestSessions({ runners, log: { warn: () => undefined } } as unknown as Platform);
  const of = async (visitor: string, network = 'school', linkId = 1) => (await sessions.of(linkId, network, visitor, PLACE))!.settings.id;
  return { of, ended };
}

describe('the interpreters of visitors', () => {
  it('stay while their visitors return', async () => {
    const { of, ended } = buildSessions();
    const ada = await of('ada');
    await of('ben');
    expect(await of('ada')).toBe(ada);
    expect(ended).toEqual([]);
  });

  it('are not ended by runs of forged visitors from other networks', async () => {
    const { of, ended } = buildSessions();
    const ada = await of('ada');
    const made = [];
    for (let n = 0; n < 10; n++) made.push(await of(`made up ${n}`, 'elsewhere'));
    expect(ended).toEqual(made.slice(0, -3));
    expect(await of('ada')).toBe(ada);
  });

  it('of one network replace each other, least recently used first', async () => {
    const { of, ended } = buildSessions();
    const [ada, ben] = [await of('ada'), await of('ben')];
    await of('cleo');
    await of('ada');
    await of('dan');
    expect(ended).toEqual([ben]);
    expect(await of('ada')).toBe(ada);
  });

  it('are refused when a link is at its limit', async () => {
    const { of, ended } = buildSessions();
    for (const visitor of ['ada', 'ben', 'cleo']) await of(visitor);
    await of('dan', 'home');
    await expect(of('eve', 'elsewhere')).rejects.toMatchObject({ code: 'too_many' });
    await expect(of('ada', 'elsewhere')).rejects.toMatchObject({ code: 'too_many' });
    expect(ended).toEqual([]);
    await of('eve', 'elsewhere', 2);
  });

  it('of a visitor belong to the network that created them', async () => {
    const { of } = buildSessions();
    expect(await of('ada')).not.toBe(await of('ada', 'elsewhere'));
  });
});
