import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedQuestions, shortQuestion } from '#testing/content/imported-questions.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

const NO_FIELDS = { tolerance_type: 'absolute', unit: '', allows_formula: false, feedback: [] };

function one(xml: string) {
  const { questions, notes } = importedQuestions('a.xml', xml);
  return { ...(questions[0] ? shortQuestion(questions[0]) : {}), ...(notes.length > 0 && { notes }) };
}

const declared = (baseType: string, values: readonly string[], more = '', cardinality = 'single', id = 'R') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${baseType}">${values.length === 0 ? '' : `<correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>`}${more}</responseDeclaration>`;
const item = (declarations: string, body: string, behind = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="A title">${declarations}<itemBody>${body}</itemBody>${behind}</assessmentItem>`;
const choices = (...texts: string[]) => texts.map((text, at) => `<simpleChoice identifier="c${at + 1}">${text}</simpleChoice>`).join('');

it.each<[string, string, object]>([
  [
    'a choice with feedback',
    item(
      declared('identifier', ['c2']),
      `<p>Look.</p><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt>${choices('<b>a</b>', 'b<feedbackInline identifier="c2" outcomeIdentifier="F">Yes</feedbackInline>')}</choiceInteraction>`,
      '<modalFeedback identifier="c1" outcomeIdentifier="FEEDBACK">No</modalFeedback>',
    ),
    { question: 'Look.\n\nWhich?', select_type: 'single', options: ['- **a** (No)', '+ b (Yes)'] },
  ],
  [
    'a choice of several, with points',
    item(
      declared(
        'identifier',
        [],
        '<mapping defaultValue="0"><mapEntry mapKey="c1" mappedValue="1"/><mapEntry mapKey="c2" mappedValue="-1"/></mapping>',
        'multiple',
      ),
      `<choiceInteraction responseIdentifier="R" maxChoices="0">${choices('a', 'b')}</choiceInteraction>`,
    ),
    {
      question: '',
      select_type: 'multiple',
      options: ['+ a', '- b'],
      notes: ['Question 1: The question has no text.', 'Question 1: Answers that give a part of the points count as wrong.'],
    },
  ],
  [
    'a text, with letter case by entry',
    item(
      declared(
        'string',
        ['York'],
        '<mapping><mapEntry mapKey="York" mappedValue="1"/><mapEntry mapKey="ny" mappedValue="0.5" caseSensitive="false"/></mapping>',
      ),
      '<p>Where?</p><p><textEntryInteraction responseIdentifier="R"/></p>',
    ),
    {
      question: 'Where?',
      kind: 'text',
      answers: [{ text: 'York', match: 'exact' }],
      feedback: [],
      notes: ['Question 1: Answers that give a part of the points count as wrong.'],
    },
  ],
  [
    'a number in a range',
    item(
      declared('float', []),
      '<p>How much?</p><div><textEntryInteraction responseIdentifier="R"/></div>',
      '<responseProcessing><responseCondition><responseIf><and><gte><variable identifier="R"/><baseValue baseType="float">1</baseValue></gte><lte><variable identifier="R"/><baseValue baseType="float">2</baseValue></lte></and><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
    ),
    { question: 'How much?', kind: 'number', value: '1.5', tolerance: '0.5', ...NO_FIELDS },
  ],
  [
    'gaps in a text',
    item(
      `${declared('identifier', ['b'], '', 'single', 'M')}${declared('string', ['sleeps'], '', 'single', 'T')}`,
      '<p>A <inlineChoiceInteraction responseIdentifier="M"><inlineChoice identifier="a">dog</inlineChoice><inlineChoice identifier="b">cat</inlineChoice></inlineChoiceInteraction> <textEntryInteraction responseIdentifier="T"/>.</p>',
    ),
    {
      question: 'Fill in the blanks.',
      kind: 'blanks',
      text: 'A [[>cat|dog]] [[sleeps]].',
      is_code: false,
      match_case: true,
      feedback: [],
    },
  ],
  [
    'an order',
    item(
      declared('identifier', ['c2', 'c1'], '', 'ordered'),
      `<orderInteraction responseIdentifier="R"><prompt>Sort.</prompt>${choices('b', 'a', 'c')}</orderInteraction>`,
    ),
    {
      question: 'Sort.',
      kind: 'order',
      lines: [
        { text: 'a', group: null },
        { text: 'b', group: null },
      ],
      distractors: ['c'],
      checks_indentation: false,
      is_code: false,
      accepts_other_orders: false,
      feedback: [],
    },
  ],
  [
    'pairs of one set',
    item(
      declared('pair', ['a b'], '', 'multiple'),
      `<associateInteraction responseIdentifier="R"><prompt>Pair.</prompt>${['a', 'b', 'c'].map((id) => `<simpleAssociableChoice identifier="${id}" matchMax="1">${id}</simpleAssociableChoice>`).join('')}</associateInteraction>`,
    ),
    {
      question: 'Pair.',
      kind: 'match',
      pairs: [{ left: 'a', right: 'b' }],
      spares: ['c'],
      feedback: [],
      notes: ['Question 1: Add at least two pairs.'],
    },
  ],
  [
    'words for gaps',
    item(
      declared('directedPair', ['w1 g1', 'w2 g2'], '', 'multiple'),
      '<gapMatchInteraction responseIdentifier="R"><prompt>Drag.</prompt><gapText identifier="w1">one</gapText><gapText identifier="w2">two</gapText><p><gap identifier="g1"/> and <gap identifier="g2"/></p></gapMatchInteraction>',
    ),
    { question: 'Drag.', kind: 'blanks', text: '[[>one|two]] and [[>two|one]]', is_code: false, match_case: false, feedback: [] },
  ],
  [
    'words of a text',
    item(
      declared('identifier', ['h2'], '', 'multiple'),
      '<hottextInteraction responseIdentifier="R"><prompt>The verb?</prompt><p>A <hottext identifier="h1">cat</hottext> <hottext identifier="h2">sleeps</hottext>.</p></hottextInteraction>',
    ),
    { question: 'The verb?\n\nA cat sleeps.', select_type: 'multiple', options: ['- cat', '+ sleeps'] },
  ],
])('reads an item of QTI 2.1 with %s', (_, xml, expected) => {
  expect(one(xml)).toEqual(expected);
});

it('keeps only the text of items that lessons have no kind for', () => {
  const essay = item(
    declared('string', []),
    '<p>Discuss.</p><extendedTextInteraction responseIdentifier="R"/><rubricBlock view="scorer"><p>SECRET</p></rubricBlock>',
  );
  const drawn = item(
    `${declared('float', ['1'])}<templateDeclaration identifier="N" cardinality="single" baseType="integer"/>`,
    '<p>Add.</p><p><textEntryInteraction responseIdentifier="R"/></p>',
  );
  expect([importedQuestions('a.xml', essay), importedQuestions('a.xml', drawn)].map(({ screens, notes }) => [screens, notes])).toEqual([
    [
      [{ title: 'A title', text: 'Discuss.', questions: 0 }],
      ['Question 1: A question of the kind “extendedTextInteraction”, which lessons don’t have. Only the text was imported.'],
    ],
    [
      [{ title: 'A title', text: 'Add.\n\n\\_\\_\\_\\_', questions: 0 }],
      ['Question 1: A question of the kind “drawn values”, which lessons don’t have. Only the text was imported.'],
    ],
  ]);
});

it('reads a test with the items and images beside it, and reports those that are missing', () => {
  const shown = item(
    declared('identifier', ['c1']),
    `<p><img src="../images/a.svg" alt="A"/></p><choiceInteraction responseIdentifier="R" maxChoices="1">${choices('a', 'b')}</choiceInteraction>`,
  );
  const files = new Map([
    ['items/1.xml', shown],
    ['items/2.xml', '<!DOCTYPE a><a/>'],
    ['items/../images/a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ]);
  const file = (address: string) => (files.has(address) ? encodeUtf8(files.get(address) ?? '') : null);
  const references = [1, 2, 3].map((number) => `<assessmentItemRef identifier="i${number}" href="items/${number}.xml"/>`).join('');
  const test = `<assessmentTest title="Loops"><testPart><assessmentSection title="One"><rubricBlock view="candidate"><p>Read.</p></rubricBlock>${references}</assessmentSection></testPart></assessmentTest>`;
  const { title, screens, images, notes } = importedQuestions('test.xml', test, { file });
  expect([title, screens, images.length]).toEqual(['Loops', [{ title: 'One', text: 'Read.', questions: 1 }], 1]);
  expect(notes).toEqual([
    'items/2.xml: This question couldn’t be read and was skipped. The XML has a document type (<!DOCTYPE …>), which is not allowed. Remove it.',
    'items/3.xml: The package names this question, but doesn’t have it.',
  ]);
});

const metadata = (type: string) =>
  `<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>`;
const material = (html: string) => `<material><mattext texttype="text/html"><![CDATA[${html}]]></mattext></material>`;
const label = (id: string, html: string) => `<response_label ident="${id}">${material(html)}</response_label>`;
const lid = (id: string, own: string, ...labels: string[]) =>
  `<response_lid ident="${id}">${own}<render_choice>${labels.join('')}</render_choice></response_lid>`;
const right = (vars: string, points = 100) =>
  `<respcondition><conditionvar>${vars}</conditionvar><setvar action="Set" varname="SCORE">${points}</setvar></respcondition>`;
const equal = (response: string, text: string) => `<varequal respident="${response}">${text}</varequal>`;
const shows = (vars: string, id: string) =>
  `<respcondition><conditionvar>${vars}</conditionvar><displayfeedback linkrefid="${id}"/></respcondition>`;
const feedback = (id: string, html: string) => `<itemfeedback ident="${id}"><flow_mat>${material(html)}</flow_mat></itemfeedback>`;
const qti12 = (type: string, presentation: string, processing: string, more = '') =>
  `<questestinterop><assessment title="A test"><section ident="root"><item ident="i" title="Question">${metadata(type)}<presentation>${presentation}</presentation><resprocessing>${processing}</resprocessing>${more}</item></section></assessment></questestinterop>`;
const fib = (id: string, type = '') =>
  `<response_str ident="${id}"><render_fib${type}><response_label ident="a"/></render_fib></response_str>`;

it.each<[string, string, object]>([
  [
    'a choice with feedback',
    qti12(
      'multiple_choice_question',
      material('<p>Which?</p>') + lid('r', '', label('1', 'a'), label('2', 'b')),
      `<respcondition><conditionvar>${equal('r', '1')}</conditionvar><displayfeedback linkrefid="1_fb"/></respcondition>${right(equal('r', '2'))}`,
      `<itemfeedback ident="1_fb"><flow_mat>${material('No')}</flow_mat></itemfeedback>`,
    ),
    { question: 'Which?', select_type: 'single', options: ['- a (No)', '+ b'] },
  ],
  [
    'a choice of several',
    qti12(
      'multiple_answers_question',
      material('Which?') + lid('r', '', label('1', 'a'), label('2', 'b')).replace('ident="r"', 'ident="r" rcardinality="Multiple"'),
      right(`<and><not>${equal('r', '1')}</not>${equal('r', '2')}</and>`),
    ),
    { question: 'Which?', select_type: 'multiple', options: ['- a', '+ b'] },
  ],
  [
    'a short answer',
    qti12('short_answer_question', material('Who?') + fib('r'), right(equal('r', 'Ada') + equal('r', 'Ada*'))),
    {
      question: 'Who?',
      kind: 'text',
      answers: [
        { text: 'Ada', match: 'ignore-case' },
        { text: 'Ada*', match: 'ignore-case' },
      ],
      feedback: [],
    },
  ],
  [
    'a number with a range around it',
    qti12(
      'numerical_question',
      material('How?') + fib('r', ' fibtype="Decimal"'),
      right(`<or>${equal('r', '1.5')}<and><vargte respident="r">1.4</vargte><varlte respident="r">1.6</varlte></and></or>`),
    ),
    { question: 'How?', kind: 'number', value: '1.5', tolerance: '0.1', ...NO_FIELDS },
  ],
  [
    'texts and numbers with feedback',
    qti12(
      'short_answer_question',
      material('Who?') + fib('r'),
      right(equal('r', 'Ada')) + shows(equal('r', 'Ada*'), 'star') + shows(equal('r', 'Bo'), 'no'),
      feedback('star', 'Without a <b>star</b>.') + feedback('no', '<p>No.</p>'),
    ),
    {
      question: 'Who?',
      kind: 'text',
      answers: [{ text: 'Ada', match: 'ignore-case' }],
      feedback: [
        { answer: 'Ada*', message: 'Without a **star**.' },
        { answer: 'Bo', message: 'No.' },
      ],
    },
  ],
  [
    'a number with feedback on right and wrong ones',
    qti12(
      'numerical_question',
      material('How?') + fib('r', ' fibtype="Decimal"'),
      right(equal('r', '1.5')) + shows(equal('r', '1.50'), 'yes') + shows(equal('r', '2'), 'no'),
      feedback('yes', 'Yes.') + feedback('no', 'Too much.'),
    ),
    {
      question: 'How?',
      kind: 'number',
      value: '1.5',
      tolerance: '',
      ...NO_FIELDS,
      feedback: [{ answer: '2', message: 'Too much.' }],
      notes: ['Question 1: Feedback on right answers was left out.'],
    },
  ],
  [
    'gaps with feedback, and hints',
    qti12(
      '',
      `<flow>${material('A ')}${fib('r1')}${material(' and ')}${fib('r2')}</flow>`,
      right(`<and>${equal('r1', 'b')}${equal('r2', 'c')}</and>`) + shows(equal('r1', '*x'), 'no'),
      `${feedback('no', 'No.')}<itemfeedback ident="h"><hint><hintmaterial>${material('SECRET')}</hintmaterial></hint></itemfeedback>`,
    ),
    {
      question: 'Fill in the blanks.',
      kind: 'blanks',
      text: 'A [[b]] and [[c]]',
      is_code: false,
      match_case: false,
      feedback: [{ answer: '*x', message: 'No.' }],
      notes: [
        'Question 1: Feedback on every answer was left out: learners read feedback on the answers that they gave.',
        'Question 1: Hints were left out.',
      ],
    },
  ],
  [
    'gaps of Canvas',
    qti12(
      'fill_in_multiple_blanks_question',
      material('<p>Roses are [c1], violets [c2].</p>') +
        lid('r1', material('c1'), label('1', 'red'), label('2', 'crimson')) +
        lid('r2', material('c2'), label('3', 'blue')),
      right(equal('r1', '1'), 50) + right(equal('r2', '3'), 50),
    ),
    {
      question: 'Fill in the blanks.',
      kind: 'blanks',
      text: 'Roses are [[red|crimson]], violets [[blue]].',
      is_code: false,
      match_case: false,
      feedback: [],
    },
  ],
  [
    'menus of Canvas',
    qti12(
      'multiple_dropdowns_question',
      material('A [x] or [y].') +
        lid('r1', material('x'), label('1', 'dog'), label('2', 'cat')) +
        lid('r2', material('y'), label('3', 'a'), label('4', 'b')),
      right(equal('r1', '2'), 50) + right(equal('r2', '3'), 50),
    ),
    {
      question: 'Fill in the blanks.',
      kind: 'blanks',
      text: 'A [[>cat|dog]] or [[>a|b]].',
      is_code: false,
      match_case: false,
      feedback: [],
    },
  ],
  [
    'pairs of Canvas',
    qti12(
      'matching_question',
      material('Match.') +
        ['1', '2'].map((id) => lid(`r${id}`, material(`left ${id}`), label('1', 'one'), label('2', 'two'), label('3', 'three'))).join(''),
      right(equal('r1', '1'), 50) + right(equal('r2', '2'), 50),
    ),
    {
      question: 'Match.',
      kind: 'match',
      pairs: [
        { left: 'left 1', right: 'one' },
        { left: 'left 2', right: 'two' },
      ],
      spares: ['three'],
      feedback: [],
    },
  ],
  [
    'fields in a text',
    qti12(
      '',
      `<flow>${material('A ')}${fib('r1')}${material(' and ')}${fib('r2')}</flow>`,
      right(`<and>${equal('r1', 'b')}${equal('r2', 'c')}</and>`),
    ),
    {
      question: 'Fill in the blanks.',
      kind: 'blanks',
      text: 'A [[b]] and [[c]]',
      is_code: false,
      match_case: false,
      feedback: [],
    },
  ],
])('reads an item of QTI 1.2 with %s', (_, xml, expected) => {
  expect(one(xml)).toEqual(expected);
});

it('reads questions of QTI 1.2 that are in files of their own, and reports those that are missing', () => {
  const whole = qti12(
    'multiple_choice_question',
    material('Which?') + lid('r', '', label('1', 'a'), label('2', 'b')),
    right(equal('r', '2')),
    `<itemfeedback ident="all"><flow_mat>${material('SECRET')}</flow_mat></itemfeedback>`,
  );
  const own = whole.replace(/<assessment.*?<section[^>]*>/, '').replace('</section></assessment>', '');
  const files = new Map([
    ['imsmanifest.xml', '<manifest><resource identifier="q1" href="items/1.xml"/></manifest>'],
    ['items/1.xml', own],
  ]);
  const file = (address: string) => (files.has(address) ? encodeUtf8(files.get(address) ?? '') : null);
  const test =
    '<questestinterop><assessment title="A test"><section><itemref linkrefid="q1"/><itemref linkrefid="q2"/></section></assessment></questestinterop>';
  const { questions, notes } = importedQuestions('a.xml', test, { file });
  expect(questions.map(({ question, options }) => [question, options.map(({ valid }) => valid)])).toEqual([['Which?', [false, true]]]);
  expect(notes).toEqual([
    'q2: The test names this question, but its file is missing or can’t be read.',
    'Question 1: Feedback on every answer was left out: learners read feedback on the answers that they gave.',
  ]);
});

it('keeps passages of tests, of parts and of items, and texts that items share, but not those for graders', () => {
  const passage = (name: string, html: string, view = '') => `<${name}${view}><flow_mat>${material(html)}</flow_mat></${name}>`;
  const formatted =
    '<material><mat_extension><mat_formattedtext type="HTML">&lt;b&gt;Who&lt;/b&gt;?</mat_formattedtext></mat_extension></material>';
  const xml = qti12('short_answer_question', `<material_ref linkrefid="m"/>${formatted}${fib('r')}`, right(equal('r', 'Ada')))
    .replace('<section', `${passage('presentation_material', 'Of the test.')}${passage('rubric', 'SECRET', ' view="Scorer"')}<section`)
    .replace(
      '<item ',
      `${passage('rubric', 'Of the part.', ' view="All"')}<reference><material ident="m"><mattext>Shared.</mattext></material></reference><item `,
    )
    .replace('<presentation>', `${passage('rubric', 'Of the item.')}${passage('rubric', 'SECRET', ' view="Tutor"')}<presentation>`);
  const { screens, questions } = importedQuestions('a.xml', xml);
  expect(screens.map(({ text }) => text)).toEqual(['Of the test.', 'Of the part.']);
  expect(questions.map(({ question }) => question)).toEqual(['Of the item.\n\nShared.\n\n**Who**?']);
});

it('takes time that grows with the length of shared texts, and of feedback', () => {
  const many = (size: number) =>
    qti12(
      'short_answer_question',
      '<material_ref linkrefid="m"/>'.repeat(size) + fib('r'),
      Array.from({ length: size }, (_, at) => right(equal('r', String(at))) + shows(equal('r', String(at)), 'f')).join(''),
      feedback('f', 'a'.repeat(size)),
    ).replace('<item ', `<reference><material ident="m"><mattext>${'a '.repeat(size)}</mattext></material></reference><item `);
  expect(growthBeyondLinear((size) => importedQuestions('a.xml', many(size)), 1 << 10)).toBeNull();
});

it('keeps only the text of an essay of Canvas, and puts a text above the next question', () => {
  const xml = qti12('essay_question', material('Discuss.') + fib('r'), '').replace(
    '</section>',
    `<item title="Passage">${metadata('text_only_question')}<presentation>${material('Read.')}</presentation></item><item title="Question">${metadata('short_answer_question')}<presentation>${material('Who?')}${fib('r')}</presentation><resprocessing>${right(equal('r', 'Ada'))}</resprocessing></item></section>`,
  );
  const { title, screens, notes } = importedQuestions('a.xml', xml);
  expect([title, screens, notes]).toEqual([
    'A test',
    [
      { title: 'Question 1', text: 'Discuss.', questions: 0 },
      { title: 'Passage', text: 'Read.', questions: 1 },
    ],
    ['Question 1: A question of the kind “essay_question”, which lessons don’t have. Only the text was imported.'],
  ]);
});

it.each(['<p>', '<choiceInteraction responseIdentifier="R"/>', '<textEntryInteraction responseIdentifier="R"/>', '[a]'])(
  'takes time that grows with the length, whatever is repeated: %s',
  (piece) => {
    const closed = (size: number) => (piece === '<p>' ? '<p>a</p>'.repeat(size) : piece.repeat(size));
    expect(
      growthBeyondLinear((size) => importedQuestions('a.xml', item(declared('string', ['a']), `<p>${closed(size)}</p>`)), 1 << 9),
    ).toBeNull();
  },
);
