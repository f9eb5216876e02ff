import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { splitScreen } from './split-screen.ts';

const split = (body_markdown: string, line: number, fields: Partial<ScreenFields> = { title: 'A' }) => {
  const result = splitScreen({ ...emptyScreenFields(), ...fields, body_markdown }, line);
  if ('refused' in result) return result.refused;
  return { before: result.above.body_markdown, title: result.below.title, after: result.below.body_markdown };
};

describe('a split screen', () => {
  it.each([
    ['a heading', 'One\n\n## B ##\n\nTwo', 3, { before: 'One', title: 'B', after: 'Two' }],
    ['a heading with marks, which stays', 'One\n\n## *B* `x`\n\nTwo', 3, { before: 'One', title: 'B x', after: '## *B* `x`\n\nTwo' }],
    ['the paragraph with the line', 'One\n\nTwo\nthree', 4, { before: 'One', title: 'A (2)', after: 'Two\nthree' }],
    ['a heading without a blank line before it', 'One\n# B\nTwo', 3, { before: 'One', title: 'B', after: 'Two' }],
    ['the heading of the paragraph with the line', 'One\n\n# B\n\nTwo', 5, { before: 'One', title: 'B', after: 'Two' }],
    ['an underlined heading', 'One\n\nB\n---\nTwo', 4, { before: 'One', title: 'B', after: 'Two' }],
    ['the listing around the line', 'One\n\n```\nx\n\ny\n```', 6, { before: 'One', title: 'A (2)', after: '```\nx\n\ny\n```' }],
    ['the list around the line', 'One\n\n- x\n\n  y\n- z', 5, { before: 'One', title: 'A (2)', after: '- x\n\n  y\n- z' }],
    ['the formula around the line', 'One\n\n$$\nx\n\ny\n$$', 6, { before: 'One', title: 'A (2)', after: '$$\nx\n\ny\n$$' }],
    ['the definition around the line', 'One\n\nOwl\n\n: A\n\n  b', 7, { before: 'One', title: 'A (2)', after: 'Owl\n\n: A\n\n  b' }],
    ['the box around the line', 'One\n\n::: note\nx\n\ny\n:::', 6, { before: 'One', title: 'A (2)', after: '::: note\nx\n\ny\n:::' }],
  ])('begins with %s', (_name, body, line, expected) => {
    expect(split(body, line)).toEqual(expected);
  });

  it.each([
    ['Owls (2)', 'Owls (3)'],
    ['', ''],
  ])('counts on from the title %j', (title, next) => {
    expect(split('One\n\nTwo', 3, { title })).toMatchObject({ title: next });
  });

  it.each([
    ['in the first paragraph', 'One\n\nTwo', 1, 'no text before'],
    ['in no text', '', 1, 'no text before'],
    ['in the only paragraph', 'One\ntwo', 2, 'no text before'],
    ['between a footnote and its text', 'One[^n]\n\nTwo\n\n[^n]: Note', 3, '[^n] is used on one side'],
    ['between a link and its address', '[b]: c\n\nOne\n\n[a][b]', 5, '[B] is used on one side'],
    ['behind a value', 'One {{ n }}\n\nTwo', 3, 'has values of this screen'],
  ])('isn’t split %s', (_name, body, line, sentence) => {
    expect(split(body, line, { values: 'n = 1..3' })).toContain(sentence);
  });

  it('has takeaways in both parts if it is one of takeaways', () => {
    const result = splitScreen({ ...emptyScreenFields('takeaways'), body_markdown: 'One\n\nTwo' }, 3);
    expect(result).toMatchObject({ above: { type: 'takeaways' }, below: { type: 'takeaways' } });
  });

  it('has every character of the text, but for empty lines at the cut', () => {
    const part = fc.constantFrom(
      'One',
      ' ',
      '\n',
      '\n\n',
      '\r\n',
      '# B',
      '- x',
      '  y',
      '```',
      '$$',
      ': d',
      '::: note',
      ':::',
      '> q',
      '[^n]: z',
      '<div>',
      '</div>',
      '\t',
      '---',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (parts, line) => {
        const text = parts.join('');
        const result = splitScreen({ ...emptyScreenFields(), body_markdown: text }, line);
        if ('refused' in result) return;
        const [before, after] = [result.above.body_markdown, result.below.body_markdown];
        const between = text.slice(before.length, text.length - after.length);
        expect(before + between + after).toBe(text);
        // Nothing, or the heading that is the title now.
        const words = between.replaceAll(/[#=\s-]/g, '');
        expect(words === '' || words === result.below.title.replaceAll(/[#=\s-]/g, '')).toBe(true);
      }),
    );
  });
});
