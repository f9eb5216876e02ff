import { describe, expect, it } from 'vitest';
import { convertKramdown } from './kramdown.ts';

function convert(text: string) {
  const notes: string[] = [];
  const { text: converted, lineOf } = convertKramdown(text, (line, reason) => notes.push(`${line}: ${reason}`));
  return { converted, lineOf, notes };
}

describe('the Markdown of Jekyll sites', () => {
  it.each<[string, string, string]>([
    ['a box', '> ## Mind it\n>\n> Four spaces.\n{: .callout}', '::: callout\n## Mind it\n\nFour spaces.\n:::'],
    [
      'a solution in a challenge',
      '> ## Add\n> How?\n>\n> > ## Solution\n> > So.\n> {: .solution}\n{: .challenge}\n\nMore',
      ':::: challenge\n## Add\nHow?\n\n::: solution\n## Solution\nSo.\n:::\n::::\n\nMore',
    ],
    ['two boxes', '> A\n{: .prereq}\n> B\n{: .discussion}', '::: prereq\nA\n:::\n::: discussion\nB\n:::'],
    ['code with its language', '~~~\nx\n~~~\n{: .language-python}\n\n~~~\n1\n~~~\n{: .output}', '~~~python\nx\n~~~\n\n~~~output\n1\n~~~'],
    ['code of the oldest lessons', '~~~\nls\n~~~\n{: .bash}\n~~~\nno\n~~~\n{: .error}', '~~~bash\nls\n~~~\n~~~error\nno\n~~~'],
    ['code without a language', '~~~\na: b\n~~~\n{: .source}', '~~~\na: b\n~~~'],
    ['code in a list', '- a\n\n  ```\n  x\n  ```\n  {: .r}', '- a\n\n  ```r\n  x\n  ```'],
    ['code that starts an item', '> 1. ~~~\n>    x\n>    ~~~\n>    {: .r}\n{: .solution}', '::: solution\n1. ~~~r\n   x\n   ~~~\n:::'],
    ['code that looks like quotes', '```\n> a\n{: .callout}\n```\n{: .output}', '```output\n> a\n{: .callout}\n```'],
  ])('has %s', (_name, source, expected) => {
    expect(convert(source)).toMatchObject({ converted: expected, notes: [] });
  });

  it.each<[string, string, string, readonly string[]]>([
    ['headings', '# A\n{: .no_toc}\nText', '# A\nText', ['2: {: .no_toc}']],
    [
      'links, but not of images',
      '![a](b.png){: width="50%"} [c](d){:target="_blank"}\n{: .x}',
      '![a](b.png){width="50%"} [c](d)',
      ['1: {:target="_blank"}', '2: {: .x}'],
    ],
    [
      'nothing',
      '{: .x}\n![a]({{ page.root }}/fig/a.png) [b]({% link _episodes/b.md %})',
      '![a](../fig/a.png) [b](../_episodes/b.md)',
      ['1: {: .x}'],
    ],
    ['quotes that are no boxes', '> A\n{: .quotation}', '> A', ['2: {: .quotation}']],
    [
      'listings, but not their language',
      '> ~~~\n> x\n> ~~~\n> {: .r}\n\n~~~\ny\n~~~\n{: .a}',
      '> ~~~r\n> x\n> ~~~\n\n~~~\ny\n~~~',
      ['9: {: .a}'],
    ],
    ['code that is never closed', '{: .a}\n```\n> a', '```\n> a', ['1: {: .a}']],
  ])('reports the attributes of %s', (_name, source, converted, left) => {
    const notes = left.map((each) => `${each.replace(': ', ': Attributes were left out: ')}.`);
    expect(convert(source)).toMatchObject({ converted, notes });
  });

  it('reports tags that are left out', () => {
    expect(convert('# A\n{: .x}\n\n{% include links.md %}\n')).toMatchObject({
      converted: '# A\n\n',
      notes: [
        '2: Attributes were left out: {: .x}.',
        '4: A tag of Jekyll has no counterpart in a lesson and was left out: include links.md.',
      ],
    });
  });

  it('keeps the numbers of lines', () => {
    const { converted, lineOf } = convert('> > B\n> {: .solution}\n{: .challenge}\nText');
    expect(converted.split('\n').map((line, index) => [line, lineOf(index + 1)])).toEqual([
      [':::: challenge', 1],
      ['::: solution', 1],
      ['B', 1],
      [':::', 1],
      ['::::', 1],
      ['Text', 4],
    ]);
  });

  it.each([
    ['fences', '~'.repeat(200_000) + '`'],
    ['spaces in a tag', `{% ${' '.repeat(200_000)}`],
    ['many fences', '~~~\n~~~\n{: .r}\n'.repeat(30_000)],
    ['many quotes', '> a\n{: .callout}\n'.repeat(30_000)],
    ['deep quotes', `${'> '.repeat(50_000)}a`],
    ['images', '!['.repeat(100_000)],
  ])('ends for long texts: %s', (_name, source) => {
    expect(convert(`{: .x}\n${source}`).converted.length).toBeGreaterThan(source.length / 3);
  });

  it('leaves other Markdown as it is', () => {
    const source = '> a\n\n{% include x %}\n\n![a](b){: width=1}';
    expect(convert(source).converted).toBe(source);
  });
});
