import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = new URL('guide', import.meta.url).pathname;
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const pictures = readdirSync(join(folder, 'images'));
const textOf = (page: string) => readFileSync(join(folder, page), 'utf8');
const addressesIn = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');

/** Bytes of a picture, and of all of them: they are part of the repository and of every installation. */
const PICTURE_BYTES = 100_000;
const PICTURES_BYTES = 1_500_000;

describe.each(pages)('docs/guide/%s', (page) => {
  const text = textOf(page);

  it('has one title and no heading that leaves a level out', () => {
    const levels = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) /gm)].map((match) => match[1]?.length ?? 0);
    expect(levels[0]).toBe(1);
    expect(levels.slice(1).filter((level) => level !== 2)).toEqual([]);
  });

  it('leads only to pages and pictures of the guide, which works without a network', () => {
    const known = [...pages, ...pictures.map((name) => `images/${name}`)];
    expect(addressesIn(text).filter((address) => !known.includes(address))).toEqual([]);
  });

  it('describes its pictures for those who cannot see them', () => {
    expect(text).not.toMatch(/!\[\s*\]/);
  });
});

it('lists every page in the index once', () => {
  const listed = [...textOf('index.md').matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map((match) => match[1] ?? '');
  const inOrder = (names: readonly string[]) => names.toSorted((one, other) => one.localeCompare(other));
  expect(inOrder(listed)).toEqual(inOrder(pages.filter((page) => page !== 'index.md')));
});

it('calls each page in the index by its title', () => {
  const wrong = [...textOf('index.md').matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].filter(
    ([, title, page]) => !textOf(page ?? '').startsWith(`# ${title}\n`),
  );
  expect(wrong).toEqual([]);
});

describe('the pictures of the guide', () => {
  it('are all shown', () => {
    const shown = new Set(pages.flatMap((page) => addressesIn(textOf(page))));
    expect(pictures.filter((name) => !shown.has(`images/${name}`))).toEqual([]);
  });

  it('are small', () => {
    const sizes = pictures.map((name) => ({ name, bytes: statSync(join(folder, 'images', name)).size }));
    expect(sizes.filter(({ bytes }) => bytes > PICTURE_BYTES)).toEqual([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(PICTURES_BYTES);
  });
});
