import { describe, expect, it } from 'vitest';
import { accessibleName, readMarkdownParts } from './read-markdown.ts';

const read = (source: string, tag: string) => {
  const { elements } = readMarkdownParts(source);
  return elements.filter((element) => element.tag === tag).map(({ span }) => source.slice(span.start, span.end));
};

describe('readMarkdown', () => {
  it.each([
    ['an image', 'See ![a cat](images/cat.png) here', 'img', ['![a cat](images/cat.png)']],
    ['two images on one line', '![](a.png) and ![](b.png)', 'img', ['![](a.png)', '![](b.png)']],
    ['an image with a title', '![x](<a b.png> "a (title)") y', 'img', ['![x](<a b.png> "a (title)")']],
    ['a link behind brackets that are text', 'a list[0] and [here](#x).', 'a', ['[here](#x)']],
    ['a link behind an escaped bracket', String.raw`\[no\] [yes](#x)`, 'a', ['[yes](#x)']],
    ['a link behind code with brackets', '`a[0](b)` [yes](#x)', 'a', ['[yes](#x)']],
    ['an address with parentheses', '[x](https://a.b/c_(d)) y', 'a', ['[x](https://a.b/c_(d))']],
    ['an image in a link', '[![alt](a.png)](#x)', 'a', ['[![alt](a.png)](#x)']],
    ['an autolink', 'at <https://a.b/> now', 'a', ['<https://a.b/>']],
    ['a reference', 'at [the page][p]\n\n[p]: https://a.b', 'a', ['[the page][p]']],
    ['a heading', 'a\n\n  ## Two #\n\nb', 'h2', ['## Two #']],
    ['a link in a cell', '| a | b |\n|---|---|\n| x | [y](#z) |', 'a', ['[y](#z)']],
    ['a link in a quotation', '> one\n> [two](#x)', 'a', ['[two](#x)']],
    ['an image of HTML in a line', 'a <img src="x.png"> b', 'img', ['<img src="x.png">']],
    ['an image of HTML in a block', '<div>\n  <img src="x.png">\n</div>', 'img', ['<img src="x.png">']],
    ['an image of HTML in a list', '- a\n\n  <div>\n  <img src="x.png">\n  </div>', 'img', ['<img src="x.png">']],
  ])('finds %s', (_name, source, tag, found) => {
    expect(read(source, tag)).toEqual(found);
  });

  it('reads the name of a link from its text and its images', () => {
    const nameOf = (source: string) => accessibleName(readMarkdownParts(source).elements.find(({ tag }) => tag === 'a') as never);
    expect(nameOf('[**bold** text](#x)')).toBe('bold text');
    expect(nameOf('[![a cat](c.png)](#x)')).toBe('a cat');
    expect(nameOf('[![](c.png)](#x)')).toBe('');
    expect(nameOf('<a href="#x" aria-label="home"></a>')).toBe('home');
    expect(nameOf('<a href="#x"><img src="c.png" alt="a cat" role="none"></a>')).toBe('');
  });

  it('reads the elements that label a link, even where they contain it', () => {
    const nameOf = (source: string) => accessibleName(readMarkdownParts(source).elements.find(({ tag }) => tag === 'a') as never);
    expect(nameOf('<b id="b">home</b> <i id="i">page</i> <a href="#x" aria-labelledby="i b none"></a>')).toBe('page home');
    expect(nameOf('<p id="p">All <a href="#x" aria-labelledby="p">more</a></p>')).toBe('All more');
    expect(nameOf('<a id="a" href="#x" aria-labelledby="a">own</a>')).toBe('own');
  });

  it('has what learners get: nothing of elements and attributes that are removed', () => {
    const { elements } = readMarkdownParts('<article lang="xx"><p aria-label="a">b</p></article><script><i>c</i></script>');
    expect(elements.map(({ tag, attributes }) => [tag, ...attributes.keys()])).toEqual([['p']]);
  });

  it('knows what is code and what is a formula', () => {
    const source = 'a `b c` d $e^2$ f\n\n```\ng\n```\n';
    const { code, formulas } = readMarkdownParts(source);
    expect(code.map(({ start, end }) => source.slice(start, end))).toEqual(['b c', 'e^2', '```\ng\n```']);
    expect(formulas.map(({ formula }) => formula)).toEqual(['e^2']);
  });

  it('reads nothing from a text that is too expensive', () => {
    expect(readMarkdownParts('<i>'.repeat(30_000)).elements).toEqual([]);
  });
});
