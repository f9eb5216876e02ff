import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

const imported = (...lines: readonly string[]) => importedScreens('a.md', encodeUtf8(`# Course\n\n${lines.join('\n')}\n`));
const course = (...lines: readonly string[]) =>
  importedScreens('a.md', encodeUtf8(`<!--\nnarrator: US English Female\n@quiz: [[macro]]\n-->\n\n# Course\n\n${lines.join('\n')}\n`));
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
  [
    'a menu in which learners drag a choice',
    ['[[->[one | (two)]]]', '[[?]] Even'],
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

it.each([
  ['The capital is **[[Berlin]]**,\non the `a[[1]]` [[Rhine|(Spree)]].', 'The capital is [[Berlin]], on the a\\[[1]] [[>Spree|Rhine]].'],
  [
    '- Ada was [[born|(a writer)|(a mathematician)]]\n- in [[1815 [London]]]',
    'Ada was [[>a writer|born|a mathematician]]\nin [[1815 \\[London\\]]]',
  ],
])('imports gaps inside of a line: %j', (text, expected) => {
  const { contents, shown } = course('## Before', text, '', 'Any [[!]] and [[___]]. See [[1]](https://example.org).');
  expect(contents.flatMap(({ questions }) => questions)).toMatchObject([{ task: { kind: 'blanks', text: expected } }]);
  expect(shown).toContain('See');
});

it('keeps only the texts of a table of choices, and of gaps that are too long', () => {
  const { shown, notes } = course('[(a) (b)]', '- [(X) ( )] One', '- [( ) (X)] Two', '', `A [[${'SECRET'.repeat(300)}]].`);
  expect(shown).not.toMatch(/X|SECRET/);
  expect(notes.join('\n')).toMatch(/table of choices.*\n.*too many characters/);
});

const questionsOf = (comment: string, text: string) =>
  importedScreens('a.md', encodeUtf8(`${comment === '' ? '' : `<!--\n${comment}\n-->\n\n`}# A\n\n${text}\n`)).contents.flatMap(
    ({ questions }) => questions,
  );
const GAP = 'Rome\n\n    [[Tiber]]\n';

it.each<[comment: string, text: string]>([
  ['narrator: Ada', 'The [[Tiber]].'],
  ['language: en\nauthor: Ada', 'The [[Tiber]].'],
  ['import: https://example.org/a.md', 'The [[Tiber]].'],
  [`@onload\n${'x()\n'.repeat(3_000)}@end`, 'The [[Tiber]].'],
  ['language: en', GAP],
  ['author: Ada', GAP],
  ['version: 1.2', 'The [[Po|(Tiber)]].'],
  ['', '[[Po|(Tiber)]]'],
  ['', '[[Tiber]]\n[[?]] A river'],
  ['', '[( )] Po\n[(X)] Tiber'],
  ['', `--{{1}}--\nHello\n\n${GAP}`],
  ['', `{{0-1}}\nHello\n\nThe [[Tiber]].`],
  ['', `!?[Film](https://example.org/a.mp4)\n\n${GAP}`],
])('is LiaScript: %j %j', (comment, text) => expect(questionsOf(comment, text)).toHaveLength(1));

it.each<[comment: string, text: string]>([
  ['version: 1.2', '[[Home]]'],
  ['language: Python\nauthor: Ada', '[[Home]]'],
  ['language: en', '[[Home]] and [[Away]]'],
  ['author: Ada', 'See [[Page]] and [[Page|another name]].'],
  ['author: Ada', 'In a shell:\n\n    [[ -f x ]]\n'],
  ['author: Ada', '```\n--{{0}}--\n    [[Tiber]]\n```\n\n[[Home]]'],
  ['narrator: Ada', 'No quiz.'],
  ['', GAP],
  ['', 'See [[Page|(more)]] and {{1}} of [[Page]].'],
  ['', '- [x] [[Page]]\n- [ ] [Link](a.md)\n\n[[Home]]'],
  ['', 'Really?[^1] Why?[Because](a.md) See ![[owl.png]].'],
])('is another document: %j %j', (comment, text) => {
  expect(questionsOf(comment, text)).toEqual([]);
});

it.each(['[[', '[[a', '[[a]] ', '[[[a]', '`', '[(X) ', '- [(X) ( )] a\n', '[[a]]\n', 'a\n'])(
  'takes time that grows with the length, whatever is repeated: %j',
  (piece) => expect(growthBeyondLinear((size) => course(piece.repeat(size)), 1 << 10)).toBeNull(),
);
