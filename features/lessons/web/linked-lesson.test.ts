import { describe, expect, it } from 'vitest';
import { findLinkedLesson, findLinkedScreen } from './linked-lesson.ts';

describe('a linked lesson', () => {
  const row = (id: number, sequence: number, release_id: number, is_main = false) => ({ id, sequence, release_id, is_main });
  const rows = [row(1, 7, 1, true), row(2, 7, 2), row(3, 7, 3), row(4, 8, 1, true), row(5, 9, 2)];

  it.each([
    ['in the release with the text', 7, 3, 3],
    ['published, if the release doesn’t have it', 8, 3, 4],
    ['only in another release', 9, 3, undefined],
    ['nowhere', 10, 3, undefined],
  ])('%s', (_, sequence, releaseId, id) => {
    expect(findLinkedLesson(rows, sequence, releaseId)?.id).toBe(id);
  });
});

describe('a linked screen', () => {
  const screens = ['Start', 'Rain & wind', 'Start', ''].map((title, index) => ({ title, id: index + 1, uuid: `0000-0000000${index + 1}` }));

  it.each([
    ['start', 1],
    ['rain-and-wind', 2],
    ['start-2', 3],
    ['screen', 4],
    ['gone', undefined],
  ])('has the folder %s', (folder, id) => {
    expect(findLinkedScreen(screens, folder, false)?.id).toBe(id);
  });

  it('has a key, whatever its title', () => {
    expect(findLinkedScreen(screens, '00000003', true)?.id).toBe(3);
    expect(findLinkedScreen(screens, 'start', true)).toBeUndefined();
  });
});
