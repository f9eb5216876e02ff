import { beforeEach, expect, it, vi } from 'vitest';
import { draftKey, flushDrafts, listDraftKeys, saveDraft } from '#platform/web/drafts.ts';
import { offerToDeleteDrafts } from './kept-drafts.ts';

interface Offer {
  message: string;
  onClick: () => void;
}
const { offers, results } = vi.hoisted(() => ({ offers: [] as Offer[], results: [] as string[] }));
vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));
vi.mock('#platform/web/ui/offer-toast.tsx', () => ({ showOffer: (offer: Offer) => offers.push(offer) }));
vi.mock('#platform/web/ui/toast.ts', () => ({ showResult: (text: string) => results.push(text) }));

beforeEach(() => {
  offers.length = 0;
  results.length = 0;
});

const ADA = 41;
const BEA = 4;

it('offers to delete the unsaved changes of the user who signed out, and those of nobody else', async () => {
  const draft = { base_revision: 1, fields: { title: 'Unsaved' }, at: 0 };
  for (const key of [draftKey(ADA, 'screen', 1), `set-aside/${draftKey(ADA, 'lesson', 2)}`, draftKey(BEA, 'screen', 1)])
    saveDraft(key, () => draft);
  await flushDrafts();
  await offerToDeleteDrafts(ADA);
  expect(offers.map(({ message }) => message)).toEqual(['2 unsaved changes stay in this browser for your next visit.']);
  offers[0]?.onClick();
  await vi.waitFor(() => expect(results).toEqual(['Deleted from this browser.']), { timeout: 300_000 });
  expect(await listDraftKeys(`${ADA}`)).toEqual([]);
  expect(await listDraftKeys(`set-aside/${ADA}`)).toEqual([]);
  expect(await listDraftKeys(`${BEA}`)).toHaveLength(1);
});

it('offers nothing to a user without any', async () => {
  await offerToDeleteDrafts(7);
  expect(offers).toEqual([]);
});
