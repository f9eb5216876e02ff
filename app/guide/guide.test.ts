import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectImage } from '#features/lessons/rules/image-size.ts';
import { readGuide } from '#features/operations/web/help/read-guide.ts';

const root = new URL('../..', import.meta.url).pathname;
const INDEX = 'app/guide/index.md';
const pages = globSync(['app/guide/*.md', 'features/*/guide.md', 'features/*/guide/*.md'], { cwd: root });
const pictures = readdirSync(join(root, 'app/guide/images')).map((name) => `app/guide/images/${name}`);
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');
/** What a page links to, as paths from the root. */
const targetsIn = (page: string, text = textOf(page)) =>
  [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => join(page, '..', match[1] ?? ''));
const listed = [...textOf(INDEX).matchAll(/^- \[([^\]]+)\]\([^)]+\)/gm)].map(([item, title = '']) => ({
  title,
  page: targetsIn(INDEX, item)[0] ?? '',
}));

/** Bytes of a picture, and of all of them: they are part of the repository and of every installation. */
const PICTURE_BYTES = 100_000;
const PICTURES_BYTES = 1_500_000;

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('has one title and no heading that leaves a level out', () => {
    const levels = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) /gm)].map((match) => match[1]?.length ?? 0);
    expect(levels[0]).toBe(1);
    expect(levels.slice(1).filter((level) => level !== 2)).toEqual([]);
  });

  it('leads only to pages and pictures of the guide, which works without a network', () => {
    expect(targetsIn(page).filter((target) => !pages.includes(target) && !pictures.includes(target))).toEqual([]);
  });

  it('describes its pictures for those who cannot see them', () => {
    expect(text).not.toMatch(/!\[\s*\]/);
  });
});

it('lists every page in the index once', () => {
  const inOrder = (names: readonly string[]) => names.toSorted((one, other) => one.localeCompare(other));
  expect(inOrder(listed.map(({ page }) => page))).toEqual(inOrder(pages.filter((page) => page !== INDEX)));
});

it('calls each page in the index by its title', () => {
  expect(listed.filter(({ title, page }) => !textOf(page).includes(`# ${title}\n`))).toEqual([]);
});

it('keeps the addresses of its pages', () => {
  const files = Object.fromEntries(pages.map((page) => [`/${page}`, textOf(page)]));
  const names = readGuide(files, {}).sections.flatMap((section) => section.pages.map(({ name }) => name));
  expect(names.join(' ')).toBe(
    'first-lesson screens lesson-settings questions import-and-export keyboard search-and-trash many-lessons running-code checks ' +
      'custom-checks comparing unit-tests lesson-tests packages files-and-datasets saved-views library my-work comments proposals language-model assistants notifications releases history preflight rehearsal ' +
      'preview courses-and-paths git command-line set-up people backup upgrade runners health storage',
  );
});

describe('the pictures of the guide', () => {
  it('have the sizes that pages reserve for them', () => {
    const sizes = pictures.map((path): [string, number[]] => {
      const { width = 0, height = 0 } = detectImage(readFileSync(join(root, path))) ?? {};
      return [path.slice(path.lastIndexOf('/') + 1), [width, height]];
    });
    expect(JSON.parse(textOf('app/web/guide-picture-sizes.json'))).toEqual(Object.fromEntries(sizes));
  });

  it('are all shown', () => {
    const shown = new Set(pages.flatMap((page) => targetsIn(page)));
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  });

  it('are small', () => {
    const sizes = pictures.map((name) => ({ name, bytes: statSync(join(root, name)).size }));
    expect(sizes.filter(({ bytes }) => bytes > PICTURE_BYTES)).toEqual([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(PICTURES_BYTES);
  });
});
