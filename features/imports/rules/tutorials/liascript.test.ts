import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';

const imported = (...lines: readonly string[]) => importedScreens('a.md', encodeUtf8(`# Course\n\n${lines.join('\n')}\n`));
const task = (text: string) => ({ task: { kind: 'text', answers: [{ text, match: 'ignore-case' }] } });

it.each<[what: string, lines: readonly string[], question: object]>([
  [
    'a choice with an explanation',
    ['    [( )] One', '    [(X)] Two', '    [[?]] A hint', '    ***********', '    Because.', '    ***********'],
    {
      select_type: 'single',
      options: [
        { label: 'One', valid: false },
        { label: 'Two', valid: true, feedback_message: 'Because.' },
      ],
    },
  ],
  ['several choices', ['- [[X]] One', '- [[ ]] Two'], { select_type: 'multiple', options: [{ valid: true }, { valid: false }] }],
  ['a text', ['[[Berlin]]', '[[?]] The capital'], task('Berlin')],
  [
    'a menu',
    ['[[one|(two)]]', '[[?]] Even'],
    {
      options: [
        { label: 'one', valid: false },
        { label: 'two', valid: true },
      ],
    },
  ],
])('imports a quiz of LiaScript: %s', (_, lines, question) => {
  const { contents, screens } = imported('Which?', '', ...lines, '', 'After it.');
  expect(contents.flatMap(({ questions }) => questions)).toMatchObject([question]);
  expect(screens.map(({ body_markdown }) => body_markdown)).toEqual(['Which?', 'After it.']);
});

it('shows learners no answer, reports hints, and leaves listings and other documents alone', () => {
  const { shown, notes } = imported('[[SECRET]]', '[[?]] A hint');
  expect(shown).not.toContain('SECRET');
  expect(notes.join('\n')).toContain('A hint');
  const kept = imported('```', '[(X)] Kept', '```', '', '[[SECRET link]]');
  expect(kept.shown).toContain('[(X)] Kept');
  expect(kept.contents.flatMap(({ questions }) => questions)).toEqual([]);
});
