import { describe, expect, it } from 'vitest';
import { authorAddress, dataFileNameOf, lessonLinkOf } from './lesson-link.ts';
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
    ['../../../711-barn-owls/screens/at-night/learn.md', { sequence: 711, screen: 'at-night' }],
    ['../../../711-barn-owls/screens/at-night/learn.md#prey', { sequence: 711, screen: 'at-night' }],
    ['../../../711-barn-owls/lesson.yaml', { sequence: 711, screen: null }],
    ['../711-barn-owls/screens/at-night/learn.md', { sequence: 711, screen: 'at-night' }],
    ['../../files/birds.csv', null],
    ['https://example.org/711-a/lesson.yaml', null],
    ['../../../images/a.png', null],
    ['711-barn-owls/lesson.yaml', null],
  ])('is recognized: %s', (address, link) => {
    expect(lessonLinkOf(address)).toEqual(link);
  });

  it.each([
    [{ sequence: 711, screen: 'at-night' }, '/lesson/5/linked/711?screen=at-night'],
    [{ sequence: 711, screen: 'a&b c' }, '/lesson/5/linked/711?screen=a%26b%20c'],
    [{ sequence: 711, screen: null }, '/lesson/5/linked/711'],
  ])('leads authors to the lesson: %j', (link, address) => {
    expect(authorAddress(5, link)).toBe(address);
  });

  it('leads where readers find the lesson, or is its text', () => {
    const text = 'Read [about *owls*](../../../7-owls/lesson.yaml) and [more](../../../8-more/screens/a/learn.md), [here](https://a.org).';
    const lessonAddress = ({ sequence }: { sequence: number }) => (sequence === 7 ? '../7-owls/index.html' : null);
    expect(renderMarkdown(text, { lessonAddress })).toBe(
      '<p>Read <a href="../7-owls/index.html">about <em>owls</em></a> and more, <a href="https://a.org" target="_blank" rel="noopener noreferrer">here</a>.</p>\n',
    );
    expect(renderMarkdown(text)).toContain('href="../../../7-owls/lesson.yaml"');
  });
});
