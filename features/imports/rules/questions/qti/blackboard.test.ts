import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedQuestions, shortQuestion } from '#testing/content/imported-questions.ts';
import { readContents } from '../../collection/contents.ts';

const text = (html: string) =>
  `<material><mat_extension><mat_formattedtext type="HTML">${html}</mat_formattedtext></mat_extension></material>`;
const block = (html: string, more = '') => `<flow class="Block"><flow class="FORMATTED_TEXT_BLOCK">${text(html)}</flow>${more}</flow>`;
const label = (id: string, html?: string) =>
  `<response_label ident="${id}">${html === undefined ? '' : `<flow_mat class="FORMATTED_TEXT_BLOCK">${text(html)}</flow_mat>`}</response_label>`;
const lid = (id: string, cardinality: string, ...labels: string[]) =>
  `<response_lid ident="${id}" rcardinality="${cardinality}"><render_choice><flow_label class="Block">${labels.join('')}</flow_label></render_choice></response_lid>`;
const field = (id: string, name = 'str') => `<response_${name} ident="${id}"><render_fib fibtype="String"/></response_${name}>`;
const equal = (id: string, value = '') => `<varequal respident="${id}" case="No">${value}</varequal>`;
const condition = (vars: string, set: string | null, shown: string) =>
  `<respcondition><conditionvar>${vars}</conditionvar>${set === null ? '' : `<setvar variablename="SCORE" action="Set">${set}</setvar>`}<displayfeedback feedbacktype="Response" linkrefid="${shown}"/></respcondition>`;
const ALL = 'SCORE.max';
const feedback = (id: string, html: string) =>
  `<itemfeedback ident="${id}"><flow_mat class="Block">${text(html)}</flow_mat></itemfeedback>`;
const solution = (id: string, html: string) =>
  `<itemfeedback ident="${id}"><solution><solutionmaterial><flow_mat class="Block">${text(html)}</flow_mat></solutionmaterial></solution></itemfeedback>`;

function item(type: string, question: string, response: string, conditions: string, more = ''): string {
  const shown = `<flow class="QUESTION_BLOCK"><flow class="FORMATTED_TEXT_BLOCK">${text(question)}</flow></flow>`;
  const wrong = condition('<other/>', '0.0', 'incorrect');
  return `<questestinterop><assessment title="A pool"><section><item maxattempts="0"><itemmetadata><bbmd_questiontype>${type}</bbmd_questiontype></itemmetadata><presentation><flow class="Block">${shown}${response}</flow></presentation><resprocessing scoremodel="SumOfScores"><outcomes><decvar varname="SCORE" maxvalue="10.0"/></outcomes>${conditions}${wrong}</resprocessing>${more}</item></section></assessment></questestinterop>`;
}

const asked = (inner: string) => `<flow class="RESPONSE_BLOCK">${inner}</flow>`;
const NUMBER = { kind: 'number', tolerance_type: 'absolute', unit: '', allows_formula: false, feedback: [] };
const BLANKS = { question: 'Fill in the blanks.', kind: 'blanks', is_code: false, match_case: false, feedback: [] };

it.each<[what: string, xml: string, expected: object]>([
  [
    'true or false',
    item(
      'True/False',
      'Is it?',
      asked(lid('response', 'Single', label('true', 'true'), label('false', 'false'))),
      condition(equal('response', 'false'), ALL, 'correct'),
    ),
    { question: 'Is it?', select_type: 'single', options: ['- true', '+ false'] },
  ],
  [
    'a choice, with feedback on options',
    item(
      'Multiple Choice',
      'Which?',
      asked(lid('response', 'Single', label('a1', 'One'), label('b2', 'Two'))),
      condition(equal('response', 'b2'), ALL, 'correct') + condition(equal('a1'), '0', 'a1') + condition(equal('b2'), '100', 'b2'),
      feedback('correct', 'Yes.') + solution('a1', 'One is odd.') + solution('b2', ''),
    ),
    { question: 'Which?', select_type: 'single', options: ['- One (One is odd.)', '+ Two (Yes.)'] },
  ],
  [
    'a choice of several',
    item(
      'Multiple Answer',
      'Which?',
      asked(lid('response', 'Multiple', label('a', 'A'), label('b', 'B'), label('c', 'C'))),
      condition(`<and>${equal('response', 'a')}<not>${equal('response', 'b')}</not>${equal('response', 'c')}</and>`, ALL, 'correct'),
    ),
    { question: 'Which?', select_type: 'multiple', options: ['+ A', '- B', '+ C'] },
  ],
  [
    'a blank, whose conditions have no points',
    item('Fill in the Blank', 'Name one.', asked(field('response')), condition(equal('response', 'frog'), null, 'correct')),
    { question: 'Name one.', kind: 'text', answers: [{ text: 'frog', match: 'ignore-case' }], feedback: [] },
  ],
  [
    'a part of an answer',
    item(
      'Fill in the Blank',
      'Name one.',
      asked(field('response')),
      condition('<varsubset respident="response" setmatch="Contains">frog</varsubset>', ALL, 'correct'),
    ),
    { question: 'Name one.', kind: 'text', answers: [{ text: '*frog*', match: 'wildcards' }], feedback: [] },
  ],
  [
    'a number with a range',
    item(
      'Numeric',
      'How many?',
      asked(field('response', 'num')),
      condition(
        `<vargte respident="response">9.5</vargte><varlte respident="response">10.5</varlte>${equal('response', '10')}`,
        null,
        'correct',
      ),
    ),
    { question: 'How many?', ...NUMBER, value: '10', tolerance: '0.5' },
  ],
  [
    'several blanks',
    item(
      'Fill in the Blank Plus',
      'Roses are [a], violets [b].',
      asked(field('a') + field('b')),
      condition(`<and><or>${equal('a', 'red')}${equal('a', 'crimson')}</or><or>${equal('b', 'blue')}</or></and>`, ALL, 'correct'),
    ),
    { ...BLANKS, text: 'Roses are [[red|crimson]], violets [[blue]].' },
  ],
  [
    'a jumbled sentence',
    item(
      'Jumbled Sentence',
      'Roses are [a].',
      asked(lid('a', 'Single', label('1', 'red'), label('2', 'blue'))),
      condition(`<and>${equal('a', '1')}</and>`, ALL, 'correct'),
    ),
    { ...BLANKS, text: 'Roses are [[>red|blue]].' },
  ],
  [
    'pairs',
    item(
      'Matching',
      'Classify.',
      `${asked(block('cat', lid('r1', 'Single', label('a'), label('b'))) + block('frog', lid('r2', 'Single', label('c'), label('d'))))}<flow class="RIGHT_MATCH_BLOCK">${block('amphibian')}${block('mammal')}</flow>`,
      condition(equal('r1', 'b'), null, 'correct') + condition(equal('r2', 'c'), null, 'correct'),
    ),
    {
      question: 'Classify.',
      kind: 'match',
      pairs: [
        { left: 'cat', right: 'mammal' },
        { left: 'frog', right: 'amphibian' },
      ],
      spares: [],
      feedback: [],
    },
  ],
  [
    'an order',
    item(
      'Ordering',
      'Sort.',
      asked(lid('response', 'Ordered', label('x', 'Third'), label('y', 'First'), label('z', 'Second'))),
      condition(`<and>${equal('response', 'y')}${equal('response', 'z')}${equal('response', 'x')}</and>`, ALL, 'correct'),
    ),
    {
      question: 'Sort.',
      kind: 'order',
      lines: ['First', 'Second', 'Third'].map((line) => ({ text: line, group: null })),
      distractors: [],
      checks_indentation: false,
      is_code: false,
      accepts_other_orders: false,
      feedback: [],
    },
  ],
])('reads a question of Blackboard: %s', (_what, xml, expected) => {
  const { questions } = importedQuestions('res00001.dat', xml);
  expect(questions.map(shortQuestion)).toEqual([expected]);
});

it.each<[type: string, response: string, conditions: string, note: string]>([
  ['Essay', field('response'), '', 'A question of the kind “Essay”, which lessons don’t have. Only the text was imported.'],
  [
    'Calculated',
    field('response', 'num'),
    '',
    'A question of the kind “Calculated”, which lessons don’t have. Only the text was imported.',
  ],
  [
    'Opinion Scale',
    lid('r', 'Single', label('a', 'Yes')),
    '',
    'A question of the kind “Opinion Scale”, which lessons don’t have. Only the text was imported.',
  ],
  [
    'Fill in the Blank',
    field('r'),
    condition(`<varsubset respident="r" setmatch="Matches">^fr.g$</varsubset>${equal('r', 'newt')}`, ALL, 'correct'),
    'An answer is the pattern ^fr.g$. Lessons compare texts: add those that it accepts.',
  ],
])('names what a question of Blackboard loses: %s', (type, response, conditions, note) => {
  const { notes } = importedQuestions('a.xml', item(type, 'What?', asked(response), conditions, solution('s', 'SECRET')));
  expect(notes).toContain(`Question 1: ${note}`);
});

it('finds the questions of a package of Blackboard', () => {
  const manifest =
    '<manifest xmlns:bb="http://www.blackboard.com/content-packaging/"><resources><resource bb:file="res00001.dat" bb:title="A pool" type="assessment/x-bb-qti-pool"/><resource bb:file="res00002.dat" type="course/x-bb-rubrics"/></resources></manifest>';
  const files = new Map(
    Object.entries({ 'imsmanifest.xml': manifest, 'res00001.dat': '<questestinterop/>', 'res00002.dat': '<a/>' }).map(([path, xml]) => [
      path,
      encodeUtf8(xml),
    ]),
  );
  const { listed, notes } = readContents(files);
  expect([listed.map(({ path }) => path), notes]).toEqual([['res00001.dat'], []]);
});
