import { beforeEach, describe, expect, it, vi } from 'vitest';

describe('the link of the first start', () => {
  const freshLink = () => import('./setup-link.ts');
  let link: Awaited<ReturnType<typeof freshLink>>;
  beforeEach(async () => {
    vi.resetModules();
    link = await freshLink();
  });

  it('gives its token to the popup and leaves it nowhere in the address', () => {
    history.replaceState({ kept: true }, '', '/login?to=%2Flessons#setup-token=a_b-C1');
    link.takeSetupToken();
    expect(location.pathname + location.search + location.hash).toBe('/login?to=%2Flessons');
    expect(history.state).toEqual({ kept: true });
    link.takeSetupToken();
    expect(link.setupFragment()).toBe('#setup-token=a_b-C1');
  });

  it.each(['/login', '/login#top'])('is not %s, which stays as it is', (address) => {
    history.replaceState(null, '', address);
    link.takeSetupToken();
    expect(location.pathname + location.hash).toBe(address);
    expect(link.setupFragment()).toBe('');
  });
});
