import commonmark from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { mapMarkdown } from './markdown.ts';
import { isCopied, passagesOf, runsIn, sourceOf } from './text-map.ts';

/** What is shown, and the source of each part of it that was not copied or is apart. */
function mapOf(source: string) {
  const map = mapMarkdown(source);
  return map?.runs.map((run) => [map.text.slice(run.at, run.at + run.length), source.slice(run.from, run.to)] as const) ?? [];
}

/** Parts of the text with their source if that is different. */
const shown = (source: string) => mapOf(source).map(([text, own]) => (text === own ? text : `${text} <- ${own}`));

describe('the source map of a text', () => {
  it.each<[string, string, string[]]>([
    ['entities', 'a &amp; b &copy;&#x1F600;', ['a ', '& <- &amp;', ' b ', '© <- &copy;', '😀 <- &#x1F600;']],
    ['characters that HTML escapes', 'a < "b" & c', ['a ', '<', ' ', '"', 'b', '"', ' ', '&', ' c']],
    ['escapes', String.raw`\*a\* \q`, ['* <- \\*', 'a', '* <- \\*', ' ', String.raw`\q`]],
    ['emphasis inside words', 'un*frigging*believable a_b_c', ['un', 'frigging', 'believable a', '_', 'b', '_', 'c']],
    ['nested emphasis', '***a** b* ~~c~~', ['a', ' b', ' ', 'c']],
    ['marks that emphasize nothing', '**a* b', ['*', 'a', ' b']],
    ['links', '[a *b*](c "d") <https://e.f/> [g][h]\n\n[h]: i', ['a ', 'b', ' ', 'https://e.f/', ' ', 'g']],
    ['code', '`` a`b `` `c\n   d`', ['a`b', ' ', 'c  <- c\n', '   d']],
    ['footnotes, which are shown at the end', 'a ^[b *c*] [^1] d\n\n[^1]: e\n\n    f', ['a ', ' ', ' d', 'b ', 'c', 'e', 'f']],
    ['tables', '| a | b\\|c |\n|---|:-:|\n| `d\\|e` | *f* |', ['a', 'b', '|c', 'd', '|e', 'f']],
    ['tables in quotations without outer bars', '> a | b\n> --|--\n> c | d', ['a', 'b', 'c', 'd']],
    ['nested lists', '- a\n  1. b\n     c\n\n\t> d\n- [x] e', ['a', 'b', '\n', 'c', 'd', ' e']],
    ['boxes with a title', '::: note A *title*\nb\n:::', ['A *title*', 'b']],
    ['boxes whose title is a heading', '::: tip\n## A *title* ##\nb\n:::', ['A ', 'title', 'b']],
    ['headings', '# a # b #\n\nc\nd *e*\n===', ['a ', '#', ' b', 'c', '\n', 'd ', 'e']],
    ['attributes, which are not shown', '# a {#b}\n\n[c](d){.e} f `g`{.r}', ['a', 'c', ' f ', 'g']],
    ['formulas', 'a $b < c$ $$d$$\n\n$$\ne\n$$', ['a ', 'b ', '<', ' c', ' ', 'd', 'e\n']],
    ['emoji and other characters beyond the basic plane', '😀 *𝒳* &#x1D4B3; é', ['😀 ', '𝒳', ' ', '𝒳 <- &#x1D4B3;', ' é']],
    ['Windows line ends', 'a\r\nb\r\n\r\n> c\r\n> d\r\n\r\n```\r\ne\r\n```', ['a', '\n <- \r', 'b', 'c', '\n <- \r', 'd', 'e\n <- e\r']],
    ['right-to-left texts', 'שלום *עולם* `א`', ['שלום ', 'עולם', ' ', 'א']],
    ['listings', '- a\n\n  ```python\n  b = "c"\n    d\n  ```\n\n      e', ['a', 'b = ', '"', 'c', '"', '\n', '  d\n', 'e']],
    ['HTML', '<div>a &eacute; <b>c</b></div>\n\nd <i>e</i></u> f', ['a ', 'é <- &eacute;', ' ', 'c', '\n', 'd ', 'e', ' f']],
    ['definitions', 'a *b*\n: c', ['a ', 'b', 'c']],
    ['pictures, which have no text', '![a *b*](c.png) d', [' d']],
  ])('has %s', (_, source, parts) => {
    expect(shown(source)).toEqual(parts);
  });

  it('copies what it says it copies, and names each character once, in the examples of CommonMark', () => {
    const wrong = commonmark.tests.flatMap(({ markdown }) => {
      const source = markdown.replaceAll('→', '\t');
      // Tabs and line ends may be shown as spaces.
      const plain = (text: string) => text.replaceAll(/\s/g, ' ');
      const changed = mapOf(source).filter(([text, own]) => text.length === own.length && plain(text) !== plain(own));
      const copied = (mapMarkdown(source)?.runs ?? []).filter(isCopied).toSorted((a, b) => a.from - b.from);
      const repeated = copied.filter((run, index) => run.from < (copied[index - 1]?.to ?? 0));
      return changed.length + repeated.length > 0 ? [{ source, changed, repeated }] : [];
    });
    expect(wrong).toEqual([]);
  });

  it.each(['*a* ', '&amp;', '`a\n`', '[a](b) ', 'a\n> ', '| \\| ', '^[', '![', '\\*', '<b>a', '_'])(
    'takes a time that is linear in the length of %j',
    (part) => {
      expect(growthBeyondLinear((size) => mapMarkdown(part.repeat(size)), 1 << 11, 1 << 9)).toBeNull();
    },
  );
});

describe('a passage', () => {
  const SOURCE = 'A **loop** repeats ^[as a note] things.\n\n- loop &amp; loop\n';
  const map = mapMarkdown(SOURCE)!;
  const passages = (part: string, runs = map.runs, text = map.text) => {
    const from = SOURCE.indexOf(part);
    return passagesOf(runs, { from, to: from + part.length }).map(({ from: start, to }) => text.slice(start, to));
  };

  it.each([
    ['across emphasis', '**loop** rep', ['loop rep']],
    ['within emphasis', 'oo', ['oo']],
    ['of a part of a reference', 'am', ['&']],
    ['with a footnote', 'repeats ^[as a note] things', ['repeats ', ' things', 'as a note']],
    ['of markup alone', '**', []],
  ])('%s is found in the text', (_, part, found) => {
    expect(passages(part)).toEqual(found);
  });

  it('has its source', () => {
    const sourceIn = (part: string) => {
      const from = map.text.indexOf(part);
      const found = sourceOf(map.runs, { from, to: from + part.length });
      return found && SOURCE.slice(found.from, found.to);
    };
    expect(['loop repeats', 'op & lo', 'a note', '1'].map(sourceIn)).toEqual(['loop** repeats', 'op &amp; lo', 'a note', null]);
  });

  it('is found in a page with other white space, and around an edit that the page does not show yet', () => {
    const page = map.text.replace('things', 'other').replaceAll(/\s+/g, '  ');
    const runs = runsIn(page, map);
    expect(passages('loop** repeats', runs, page)).toEqual(['loop', ' repeats']);
    expect(passages('things', runs, page)).toEqual([]);
    expect(passages('&amp; loop', runs, page)).toEqual(['&', ' loop']);
  });
});
