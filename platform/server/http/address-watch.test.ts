import { expect, it } from 'vitest';
import { AddressWatch } from './address-watch.ts';

function watch() {
  const texts = new Map<string, string>();
  const notices = { set: (name: string, text: string | null) => void (text === null ? texts.delete(name) : texts.set(name, text)) };
  return { texts, calls: new AddressWatch(notices) };
}

const PROXY = '10.0.0.5';

it('names a proxy whose header is not believed, and takes that back once it is', () => {
  const { texts, calls } = watch();
  for (let n = 0; n < 100; n++) calls.see({ address: PROXY, peer: PROXY, isForwarded: true, person: null });
  expect(texts.get('unknown proxy')).toContain(`LESSONWRIGHT_TRUSTED_PROXIES=${PROXY}`);
  for (let n = 0; n < 1_000; n++) calls.see({ address: `203.0.113.${n % 200}`, peer: PROXY, isForwarded: true, person: null });
  expect(texts.size).toBe(0);
});

it('names an address that most people share', () => {
  const { texts, calls } = watch();
  for (let n = 0; n < 100; n++) calls.see({ address: '203.0.113.1', peer: '203.0.113.1', isForwarded: false, person: n });
  expect(texts.get('one address')).toContain('203.0.113.1');
});

it.each([
  ['a few people of one address', 5, () => '203.0.113.1'],
  ['many people of many addresses', 100, (n: number) => `203.0.113.${n}`],
] as const)('says nothing about %s', (_case, people, address) => {
  const { texts, calls } = watch();
  for (let n = 0; n < 500; n++)
    calls.see({ address: address(n % people), peer: address(n % people), isForwarded: false, person: n % people });
  expect(texts.size).toBe(0);
});

it('says nothing about one caller among many who sends the header without a proxy', () => {
  const { texts, calls } = watch();
  for (let n = 0; n < 1_000; n++) calls.see({ address: '203.0.113.9', peer: '203.0.113.9', isForwarded: n % 2 === 0, person: null });
  expect(texts.size).toBe(0);
});
