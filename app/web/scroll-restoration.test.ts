import { expect, it } from 'vitest';
import { restoresOnOtherPages } from './scroll-restoration.ts';

it('restores scrolled elements on another page, and leaves them alone when only the tab or filter of a page changes', () => {
  const restores = restoresOnOtherPages();
  const visited = ['/lesson/1/screen/2', '/lesson/1/screen/2', '/lesson/1', '/lesson/1', '/lesson/1/screen/2'];
  expect(visited.map((pathname) => restores({ location: { pathname } }))).toEqual([true, false, true, false, true]);
});
