import { describe, expect, it } from 'vitest';
import { authorAddress, dataFileNameOf, leadsTo, type LessonLink, lessonLinkOf, shortLessonLink } from './lesson-link.ts';
import { renderMarkdown } from './markdown.ts';

describe('a link to a data file', () => {
  it.each([
    ['../../files/birds.csv', 'birds.csv'],
    ['../../files/a%20b%2Fc.csv', 'a b/c.csv'],
    ['../../files/a/b.csv', 'a/b.csv'],
    ['../../files/../lesson.yaml', null],
    ['../../files/%2e%2e/lesson.yaml', null],
    ['../../files/a%5Cb', null],
    ['../../files/%E0%A4', null],
    ['../../files/', null],
    ['../../images/a.png', null],
    ['files/birds.csv', null],
    ['https://example.org/../../files/a', null],
  ])('is recognized: %s', (address, name) => {
    expect(dataFileNameOf(address)).toBe(name);
  });

  it('leads where readers find the file, or is its text', () => {
    const fileAddress = (name: string) => (name === 'birds.csv' ? 'files/birds.csv' : null);
    expect(renderMarkdown('[Birds](../../files/birds.csv), [none](../../files/none.csv)', { fileAddress })).toBe(
      '<p><a href="files/birds.csv" download>Birds</a>, none</p>\n',
    );
  });
});

describe('a link to another lesson', () => {
  it.each([
    ['../../../711-barn-owls/screens/at-night/learn.md', { kind: 'path', sequence: 711, screen: 'at-night' }],
    ['../../../711-barn-owls/screens/at-night/learn.md#prey', { kind: 'path', sequence: 711, screen: 'at-night' }],
    ['../../../711-barn-owls/lesson.yaml', { kind: 'path', sequence: 711, screen: null }],
    ['../711-barn-owls/screens/at-night/learn.md', { kind: 'path', sequence: 711, screen: 'at-night' }],
    ['lesson:1f0c93ab', { kind: 'key', key: '1f0c93ab', screen: null }],
    ['lesson:1f0c93ab#77d0e2c4', { kind: 'key', key: '1f0c93ab', screen: '77d0e2c4' }],
    ['lesson:1f0c93a', null],
    ['Lesson:1f0c93ab', null],
    ['lesson:1f0c93ab#at-night', null],
    ['lesson:1f0c93ab/../x', null],
    ['../../files/birds.csv', null],
    ['https://example.org/711-a/lesson.yaml', null],
    ['../../../images/a.png', null],
    ['711-barn-owls/lesson.yaml', null],
  ])('is recognized: %s', (address, link) => {
    expect(lessonLinkOf(address)).toEqual(link);
  });

  it('is made of the ends of uuids', () => {
    const link = shortLessonLink('018F3A2B-0000-4000-8000-00001F0C93AB', '018f3a2b-0000-4000-8000-000077d0e2c4');
    expect(link).toBe('lesson:1f0c93ab#77d0e2c4');
    expect(lessonLinkOf(link)).toEqual({ kind: 'key', key: '1f0c93ab', screen: '77d0e2c4' });
  });

  it('that is short is text where readers have no other lessons, or where it leads nowhere', () => {
    expect(renderMarkdown('[a](lesson:1f0c93ab), [b](lesson:javascript), [c](lesson:1f0c93ab#77d0e2c4)')).toBe('<p>a, b, c</p>\n');
    expect(renderMarkdown('[a](lesson:1f0c93ab)', { lessonAddress: () => null })).toBe('<p>a</p>\n');
    expect(renderMarkdown('[a](lesson:1f0c93ab)', { lessonAddress: (link) => authorAddress(5, link) })).toBe(
      '<p><a href="/lesson/5/linked/key-1f0c93ab">a</a></p>\n',
    );
    expect(renderMarkdown('[a](lesson:javascript)', { lessonAddress: (link) => authorAddress(5, link) })).toBe('<p>a</p>\n');
  });

  it.each<[LessonLink, string]>([
    [{ kind: 'path', sequence: 711, screen: 'at-night' }, '/lesson/5/linked/711?screen=at-night'],
    [{ kind: 'path', sequence: 711, screen: 'a&b c' }, '/lesson/5/linked/711?screen=a%26b%20c'],
    [{ kind: 'path', sequence: 711, screen: null }, '/lesson/5/linked/711'],
    [{ kind: 'key', key: '1f0c93ab', screen: '77d0e2c4' }, '/lesson/5/linked/key-1f0c93ab?screen=77d0e2c4'],
  ])('leads authors to the lesson: %j', (link, address) => {
    expect(authorAddress(5, link)).toBe(address);
  });

  it('leads where readers find the lesson, or is its text', () => {
    const text = 'Read [about *owls*](../../../7-owls/lesson.yaml) and [more](../../../8-more/screens/a/learn.md), [here](https://a.org).';
    const lessonAddress = (link: LessonLink) => (leadsTo(link, { uuid: '', sequence: 7 }) ? '../7-owls/index.html' : null);
    expect(renderMarkdown(text, { lessonAddress })).toBe(
      '<p>Read <a href="../7-owls/index.html">about <em>owls</em></a> and more, <a href="https://a.org" target="_blank" rel="noopener noreferrer">here</a>.</p>\n',
    );
    expect(renderMarkdown(text)).toContain('href="../../../7-owls/lesson.yaml"');
  });
});
