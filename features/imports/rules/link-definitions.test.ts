import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { lessonFromCells } from './lesson-from-cells.ts';
import { readImport } from './read-import.ts';

function screensOf(source: string) {
  const document = readImport('lesson.md', encodeUtf8(source), () => null, ALONE);
  const choices = { title: '', otherwise: 'A file', author: 'Ada', code: 'answer', earlier_code: true, offered: {} } as const;
  const newUuid = () => '00000000-0000-4000-8000-000000000000';
  return lessonFromCells(document, { ...choices, newUuid }).screens.map(({ fields }) => fields);
}

describe('definitions of links at the end of a text', () => {
  it('apply inside boxes and before a colon', () => {
    const screens = screensOf(
      '# A\n\nOf [owls]: [x][b].\n\n:::: challenge\n\nSee [`tail`][b].\n\n::: hint\n\nAnd [here][Deep down].\n\n:::\n\n::::\n\n[owls]: https://a.example/\n[b]: https://b.example/\n[deep down]: https://c.example/\n',
    );
    const html = screens.map(({ body_markdown }) => renderMarkdown(body_markdown)).join('\n');
    for (const [address, text] of [
      ['a', 'owls'],
      ['b', 'x'],
      ['b', '<code>tail</code>'],
      ['c', 'here'],
    ])
      expect(html).toMatch(new RegExp(`href="https://${address}.example/"[^>]*>${text}</a>`));
  });

  it('leave titles of screens without brackets', () => {
    const titles = screensOf(
      '# A {-}\n\nText\n\n## [`and`][b] and *so*\n\nText\n\n## B {.unnumbered}\n\nText\n\n[b]: https://b.example/\n',
    );
    expect(titles.map(({ title }) => title)).toEqual(['A', 'and and so', 'B']);
  });
});
