import { expect, it } from 'vitest';
import { FileDraft } from './file-draft.ts';

it('compares values: an undone edit is no edit', () => {
  const draft = new FileDraft({ contents: 'a\nb', sha256: '1' });
  draft.type('a\nbc');
  expect(draft.state().isDirty).toBe(true);
  draft.type('a\nb');
  expect(draft.state()).toEqual({ version: 0, isDirty: false });
});

it('keeps the line ends that the file had', () => {
  const draft = new FileDraft({ contents: 'a\r\nb\r\n', sha256: '1' });
  expect(draft.read()).toBe('a\nb\n');
  draft.type('a\nb\nc\n');
  expect(draft.toSend()).toEqual({ contents: 'a\r\nb\r\nc\r\n', sha256: '1' });
});

it('sends no hash for a file that is not there yet', () => {
  const draft = new FileDraft({ contents: '' });
  draft.type('apt-get update\n');
  expect(draft.toSend()).toEqual({ contents: 'apt-get update\n' });
});

it('keeps what was typed while a save was under way', () => {
  const draft = new FileDraft({ contents: 'a', sha256: '1' });
  draft.type('ab');
  const sent = draft.toSend();
  draft.type('abc');
  draft.stored({ contents: sent.contents, sha256: '2' });
  expect(draft.state()).toEqual({ version: 0, isDirty: true });
  expect(draft.toSend()).toEqual({ contents: 'abc', sha256: '2' });
});

it('shows what others made of it, and tells the editor', () => {
  const draft = new FileDraft({ contents: 'a', sha256: '1' });
  draft.replace({ contents: 'theirs', sha256: '2' });
  expect(draft.read()).toBe('theirs');
  expect(draft.state()).toEqual({ version: 1, isDirty: false });
  draft.replace({ contents: 'theirs', sha256: '2' });
  expect(draft.state().version).toBe(1);
});

it('comes back as it was left, and is saved from what it began from', () => {
  const left = new FileDraft({ contents: 'a\r\n', sha256: 'one' });
  expect(left.unsaved()).toBeNull();
  left.type('a\nb\n');
  const kept = left.unsaved();
  expect(kept).toEqual({ contents: 'a\nb\n', sha256: 'one' });

  // Meanwhile somebody else saved the file.
  const again = new FileDraft({ contents: 'a\r\nc\r\n', sha256: 'two' });
  if (kept) again.restore(kept);
  expect(again.state()).toEqual({ version: 1, isDirty: true });
  expect(again.toSend()).toEqual({ contents: 'a\r\nb\r\n', sha256: 'one' });
});

it('goes back to what was last known', () => {
  const draft = new FileDraft({ contents: 'a\n', sha256: 'one' });
  draft.type('b\n');
  draft.revert();
  expect(draft.read()).toBe('a\n');
  expect(draft.state()).toEqual({ version: 1, isDirty: false });
});
