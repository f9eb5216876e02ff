import { beforeEach, describe, expect, it, vi } from 'vitest';

describe('the link of the first start', () => {
  const freshLink = () => import('./setup-link.ts');
  let link: Awaited<ReturnType<typeof freshLink>>;
  beforeEach(async () => {
    vi.resetModules();
    link = await freshLink();
  });

  it('passes its token to the popup and removes it from the address', () => {
    history.replaceState({ kept: true }, '', '/login?to=%2Flessons#setup-token=a_b-C1');
    link.takeSetupToken();
    expect(location.pathname + location.search + location.hash).toBe('/login?to=%2Flessons');
    expect(history.state).toEqual({ kept: true });
    link.takeSetupToken();
    expect(link.setupFragment()).toBe('#setup-token=a_b-C1');
  });

  it.each(['/login', '/login#top'])('is not %s, which stays unchanged', (address) => {
    history.replaceState(null, '', address);
    link.takeSetupToken();
    expect(location.pathname + location.hash).toBe(address);
    expect(link.setupFragment()).toBe('');
  });
});
