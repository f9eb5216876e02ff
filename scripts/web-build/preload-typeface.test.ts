import { expect, it } from 'vitest';
import { preloadOf } from './preload-typeface.ts';

const upright = 'assets/atkinson-hyperlegible-next-latin-wght-normal-BC8_x-yz.woff2';

it('only the main typeface is fetched ahead', () => {
  const files = [
    'index.html',
    upright,
    'assets/atkinson-hyperlegible-next-latin-ext-wght-normal-D4r.woff2',
    'assets/atkinson-hyperlegible-next-latin-wght-italic-D4r.woff2',
    'assets/source-code-pro-latin-wght-normal-D4r.woff2',
  ];
  expect(preloadOf(files).map(({ attrs }) => attrs.href)).toEqual([`/${upright}`]);
});

it('the development server has nothing to fetch ahead', () => {
  expect(preloadOf([])).toEqual([]);
});
