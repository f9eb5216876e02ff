import { beforeEach, expect, it, vi } from 'vitest';
import { stored } from '#testing/fake-idb.ts';
import { draftKey, flushDrafts, loadDraft, saveDraft } from './drafts.ts';
import { draftText, listSetAside, noteRestored, setAsideRestored } from './set-aside.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const key = draftKey(3, 'questions', 12);
const draft = { base_revision: 4, fields: { title: 'Loops', options: ['a', 'b'] }, at: 0 };
beforeEach(async () => {
  stored.clear();
  saveDraft(key, () => draft);
  await flushDrafts();
});

it('sets a draft aside that was put into a page that failed, once', async () => {
  noteRestored(key);
  await setAsideRestored();
  expect(await loadDraft(key)).toBeNull();
  expect(await listSetAside(3)).toEqual([{ key: `set-aside/${key}`, draft }]);
  expect(await listSetAside(4)).toEqual([]);
  saveDraft(key, () => draft);
  await setAsideRestored();
  expect(await loadDraft(key)).toEqual(draft);
});

it('leaves drafts that were only typed there, and those of other pages', async () => {
  await setAsideRestored();
  expect(await loadDraft(key)).toEqual(draft);
  noteRestored(key);
  history.pushState(null, '', '/elsewhere');
  await setAsideRestored();
  expect(await loadDraft(key)).toEqual(draft);
});

it('is a text with each field under its name', () => {
  expect(draftText(draft)).toBe('Unsaved edits of 1970-01-01T00:00:00.000Z\n\n## title\n\nLoops\n\n## options\n\n[\n  "a",\n  "b"\n]\n');
});
