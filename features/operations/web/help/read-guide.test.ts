import { describe, expect, it } from 'vitest';
import { findInGuide, readGuide } from './read-guide.ts';

const FILES = {
  '/app/guide/index.md':
    '# Guide\n\nWelcome.\n\n## Writing\n\n- [Screens](../../features/workbench/guide.md): texts\n- [Questions](../../features/questions/guide.md)\n\n' +
    '## Running\n\n- [Backup](../../features/operations/guide/backup.md): one file\n',
  '/features/workbench/guide.md':
    '---\naddress: screens\n---\n\n# Screens\n\n![A screen](../../app/guide/images/a-screen.webp) ' +
    'See [the index](../../app/guide/index.md) and [Backup](../operations/guide/backup.md).\n',
  '/features/questions/guide.md': '# Questions\n\nOptions.\n',
  '/features/operations/guide/backup.md': '# Backup\n\nA nightly crontab.\n',
};
const guide = readGuide(FILES, { '/app/guide/images/a-screen.webp': { address: '/assets/a-screen-1.webp', width: 12, height: 8 } });

describe('the guide', () => {
  it('lists its pages as its index does, by the address in a page, its file or its feature', () => {
    expect(guide.sections.map(({ title, pages }) => [title, pages.map((page) => [page.name, page.title])])).toEqual([
      [
        'Writing',
        [
          ['screens', 'Screens'],
          ['questions', 'Questions'],
        ],
      ],
      ['Running', [['backup', 'Backup']]],
    ]);
  });

  it('takes the title out of the text, and links pages and pictures by their addresses in the product', () => {
    expect(guide.sections[0]?.pages[0]?.source.trim()).toBe(
      '![A screen](/assets/a-screen-1.webp){width=12 height=8} See [the index](/help) and [Backup](/help/backup).',
    );
  });

  it('is found by words of titles and texts, all of which must match', () => {
    const found = (query: string) => findInGuide(guide.sections, query).flatMap(({ pages }) => pages.map(({ name }) => name));
    expect(found('')).toEqual(['screens', 'questions', 'backup']);
    expect(found('CRONTAB backup')).toEqual(['backup']);
    expect(found('crontab screen')).toEqual([]);
  });

  it('needs an index', () => {
    expect(() => readGuide({}, {})).toThrow('The guide has no index page.');
  });
});
