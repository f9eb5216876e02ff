import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { keepMentions, mentionsIn, splitMentions } from './mentions.ts';

const mentioned = (markdown: string) => mentionsIn(renderMarkdown(markdown, { hasMentions: true }));

describe('a mention', () => {
  it.each<[string, string[]]>([
    ['@sam', ['sam']],
    ['Ask @sam. Or (@ada), @ben: and *@eve*!', ['sam', 'ada', 'ben', 'eve']],
    ['@Sam and @sam', ['sam']],
    ['@sam.field-taylor_2+x', ['sam.field-taylor_2+x']],
    ['@sam@example.org, please.', ['sam@example.org']],
    ['# @sam\n\n- @ada\n\n> @ben\n\n| a |\n|---|\n| @eve |', ['sam', 'ada', 'ben', 'eve']],
    ['x\n@sam', ['sam']],
    ['Write to sam@example.org', []],
    ['<sam@example.org> and [mail @sam](https://example.org/@sam)', []],
    ['https://example.org/@sam and a/@sam', []],
    ['`@sam` and ``x @sam``', []],
    ['```\n@sam\n```\n\n    @ada\n', []],
    ['<code>@sam</code> <pre>@ada</pre>', []],
    ['$@sam$', []],
    ['@', []],
    ['@ sam, @@sam, @-sam, é@sam', []],
    ['\\@sam', ['sam']],
    ['@samé', []],
  ])('in %j is of %j', (markdown, keys) => expect(mentioned(markdown)).toEqual(keys));

  it('splits a text, which stays the same', () => {
    expect(splitMentions('Hi @sam, @ada')).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@sam', isMention: true },
      { text: ', ', isMention: false },
      { text: '@ada', isMention: true },
    ]);
  });

  it('is marked only on request, and not by the text itself', () => {
    expect(renderMarkdown('@sam')).toBe('<p>@sam</p>\n');
    expect(mentioned('<span class="mention">@sam</span> <span class="mention">sam</span>')).toEqual(['sam']);
    expect(mentioned('<span class="mention">not me</span>')).toEqual([]);
  });

  it('loses its mark if it mentions no user', () => {
    const html = renderMarkdown('@Sam & @ada', { hasMentions: true });
    expect(keepMentions(html, (key) => key === 'sam')).toBe('<p><span class="mention">@Sam</span> &#x26; @ada</p>\n');
  });
});
