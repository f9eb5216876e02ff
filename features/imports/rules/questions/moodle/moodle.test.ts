import { expect, it } from 'vitest';
import { importedQuestions, shortQuestion } from '#testing/content/imported-questions.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

const text = (name: string, content: string, format = 'html') =>
  `<${name} format="${format}"><text><![CDATA[${content}]]></text></${name}>`;
const answer = (fraction: number, content: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${content}]]></text>${more}</answer>`;
const question = (type: string, content: string, inner = '') =>
  `<question type="${type}"><name><text>A name</text></name>${text('questiontext', content)}<penalty>0</penalty>${inner}</question>`;
const quiz = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${questions.join('\n')}</quiz>`;

function one(type: string, content: string, inner = '') {
  const { questions, notes } = importedQuestions('a.xml', quiz(question(type, content, inner)));
  return { ...(questions[0] ? shortQuestion(questions[0]) : {}), notes };
}

it.each<[string, Parameters<typeof one>, object]>([
  [
    'a choice of one',
    [
      'multichoice',
      '<p>What does <code>len("ab")</code> return?</p>',
      `<single>true</single>${answer(100, '<p>2</p>', text('feedback', '<p>Two letters.</p>'))}${answer(0, '<b>3</b>')}`,
    ],
    { question: 'What does `len("ab")` return?', select_type: 'single', options: ['+ 2 (Two letters.)', '- **3**'], notes: [] },
  ],
  [
    'a choice of several',
    ['multichoice', 'Which are even?', `<single>false</single>${answer(50, '2')}${answer(50, '4')}${answer(-100, '5')}`],
    { question: 'Which are even?', select_type: 'multiple', options: ['+ 2', '+ 4', '- 5'], notes: [] },
  ],
  [
    'true or false',
    ['truefalse', 'Zero is falsy.', `${answer(0, 'false')}${answer(100, 'true')}`],
    { question: 'Zero is falsy.', select_type: 'single', options: ['- False', '+ True'], notes: [] },
  ],
  [
    'a short answer',
    ['shortanswer', 'The capital?', `<usecase>0</usecase>${answer(100, 'Berlin')}${answer(0, 'Bonn', text('feedback', 'Until 1990.'))}`],
    {
      question: 'The capital?',
      kind: 'text',
      answers: [{ text: 'Berlin', match: 'ignore-case' }],
      feedback: [{ answer: 'Bonn', message: 'Until 1990.' }],
      notes: [],
    },
  ],
  [
    'a short answer with wildcards',
    ['shortanswer', 'A loop?', `<usecase>1</usecase>${answer(100, 'for*:')}${answer(100, 'a\\*b')}${answer(40, 'while')}`],
    {
      question: 'A loop?',
      kind: 'text',
      answers: [
        { text: 'for*:', match: 'wildcards' },
        { text: 'a*b', match: 'exact' },
      ],
      feedback: [],
      notes: [
        'Question 1: The answer “for*:” has wildcards, with which letter case doesn’t count.',
        'Question 1: Answers that give a part of the points count as wrong.',
      ],
    },
  ],
  [
    'a number with a tolerance and a unit',
    [
      'numerical',
      'How long?',
      `${answer(100, '2.5', '<tolerance>0.1</tolerance>')}${answer(0, '*', text('feedback', 'No.'))}<unitgradingtype>1</unitgradingtype><units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units>`,
    ],
    {
      question: 'How long?',
      kind: 'number',
      value: '2.5',
      tolerance: '0.1',
      tolerance_type: 'absolute',
      unit: 'm',
      allows_formula: false,
      feedback: [],
      notes: [
        'Question 1: Only the unit m is accepted. Others were left out: cm.',
        'Question 1: Feedback on all other wrong answers was left out.',
      ],
    },
  ],
  [
    'pairs',
    [
      'matching',
      'Match.',
      '<subquestion format="html"><text><![CDATA[<p>a_b</p>]]></text><answer><text>*1*</text></answer></subquestion><subquestion><text>c</text><answer><text>2</text></answer></subquestion><subquestion><text></text><answer><text>3</text></answer></subquestion>',
    ],
    {
      question: 'Match.',
      kind: 'match',
      pairs: [
        { left: 'a_b', right: '\\*1\\*' },
        { left: 'c', right: '2' },
      ],
      spares: ['3'],
      feedback: [],
      notes: [],
    },
  ],
  [
    'an order',
    ['ordering', 'Sort.', `<selecttype>ALL</selecttype>${answer(2, 'second')}${answer(1, 'first')}`],
    {
      question: 'Sort.',
      kind: 'order',
      lines: [
        { text: 'first', group: null },
        { text: 'second', group: null },
      ],
      distractors: [],
      checks_indentation: false,
      is_code: false,
      accepts_other_orders: false,
      feedback: [],
      notes: [],
    },
  ],
  [
    'embedded answers',
    ['cloze', '<p>Fill in.</p><p>A {1:SHORTANSWER:=cat~=dog#Yes~%50%cow~fox#No\\~} is {2:NM:=3.14:0.01} or {:MC:=x &gt; 1~y\\}}.</p>'],
    {
      question: 'Fill in.',
      kind: 'blanks',
      text: 'A [[cat|dog]] is [[#3.14 ± 0.01]] or [[>x \\> 1|y}]].',
      is_code: false,
      match_case: false,
      feedback: [{ answer: 'fox', message: 'No~' }],
      notes: ['Question 1: Answers that give a part of the points count as wrong.', 'Question 1: Feedback on right answers was left out.'],
    },
  ],
  [
    'missing words',
    [
      'gapselect',
      'A [[1]] [[2]] [[9]].',
      '<selectoption><text>cat</text><group>1</group></selectoption><selectoption><text>sleeps</text><group>2</group></selectoption><selectoption><text>dog</text><group>1</group></selectoption><selectoption><text>barks</text><group>2</group></selectoption>',
    ],
    {
      question: 'Fill in the blanks.',
      kind: 'blanks',
      text: 'A [[>cat|dog]] [[>sleeps|barks]] \\[[9]].',
      is_code: false,
      match_case: false,
      feedback: [],
      notes: [],
    },
  ],
])('reads %s', (_, given, expected) => {
  expect(one(...given)).toEqual(expected);
});

it('names screens as the questions are named, and puts a description above the question behind it', () => {
  const category =
    '<question type="category"><category><text>$course$/top/Loops</text></category><info format="html"><text>About loops.</text></info></question>';
  const choice = question('truefalse', 'So?', `${answer(100, 'true')}${answer(0, 'false')}`);
  const { title, screens, notes } = importedQuestions(
    'a.xml',
    quiz(category, choice, question('description', '<p>Read this.</p>'), choice, choice),
  );
  expect([title, screens, notes]).toEqual([
    'Loops',
    [
      { title: 'A name', text: '', questions: 1 },
      { title: 'A name', text: 'Read this.', questions: 1 },
      { title: 'A name', text: '', questions: 1 },
    ],
    ['Loops: Descriptions of categories were left out: only teachers read them.'],
  ]);
});

it('reports kinds that lessons don’t have, counted, with their text and none of their answers', () => {
  const essay = question('essay', 'Discuss.', answer(100, 'SECRET'));
  const several = question('cloze', 'Pick {1:MULTIRESPONSE:=SECRET~=SECRET~c}.');
  const { screens, notes } = importedQuestions('a.xml', quiz(essay, essay, several));
  expect(JSON.stringify(screens)).not.toContain('SECRET');
  expect(screens.map((screen) => screen.text)).toEqual(['Discuss.', 'Discuss.', 'Pick \\_\\_\\_\\_.']);
  expect(notes).toEqual([
    'Question 1, Question 2: 2 questions of the kind “essay”, which lessons don’t have. Only the text was imported.',
    'Question 3: A question of the kind “cloze”, which lessons don’t have. Only the text was imported.',
  ]);
});

it.each([
  [
    'a gap that can’t be imported',
    'cloze',
    'A {1:SHORTANSWER:=SECRET\\}~b#{SECRET} {2:MULTIRESPONSE:=SECRET}.',
    'A \\_\\_\\_\\_ \\_\\_\\_\\_.',
  ],
  ['a gap of a plugin', 'cloze', 'A {1:REGEXP:=SECRET.*}.', 'A \\_\\_\\_\\_.'],
  ['a gap without an end', 'cloze', 'A {1:SA:=b} {1:SA:=SECRET', 'A \\_\\_\\_\\_ \\_\\_\\_\\_'],
  ['a gap with long choices', 'cloze', `A {1:SA:=${'SECRET'.repeat(1_000)}}.`, 'A \\_\\_\\_\\_.'],
  ['words in brackets to type', 'gapfill', 'A [SECRET] and [SECRET|SECRET].', 'A \\_\\_\\_\\_ and \\_\\_\\_\\_.'],
  ['words in brackets to pick', 'wordselect', 'A [cat] sleeps.', 'A cat sleeps.'],
])('shows no answer of %s', (_, type, given, expected) => {
  const { screens, questions } = importedQuestions('a.xml', quiz(question(type, given)));
  expect([screens.map(({ text: shown }) => shown), questions]).toEqual([[expected], []]);
});

it('leaves hidden questions and texts out', () => {
  const hidden = (type: string) => question(type, 'SECRET').replace('<penalty>', '<hidden>1</hidden><penalty>');
  const { screens, notes } = importedQuestions('a.xml', quiz(hidden('description'), hidden('shortanswer'), question('essay', 'Discuss.')));
  expect(screens.map(({ text: shown }) => shown)).toEqual(['Discuss.']);
  expect(notes).toContain('A name, Question 1: Hidden questions were left out.');
});

it.each(['constructor', '__proto__', 'toString'])('reports a question of the kind %s as unknown', (type) => {
  expect(importedQuestions('a.xml', quiz(question(type, 'Discuss.'))).screens).toEqual([
    { title: 'A name', text: 'Discuss.', questions: 0 },
  ]);
});

it('counts what many questions have and lessons don’t', () => {
  const extras = `<penalty>0.3</penalty><defaultgrade>2</defaultgrade>${text('generalfeedback', 'SECRET')}<hint format="html"><text>SECRET</text></hint><tags><tag><text>t</text></tag></tags>`;
  const choice = question('truefalse', 'So?', `${answer(100, 'true')}${answer(0, 'false')}`).replace('<penalty>0</penalty>', extras);
  const { screens, notes } = importedQuestions(
    'a.xml',
    quiz(...Array.from({ length: 7 }, () => choice), choice.replace('<penalty>', '<hidden>1</hidden><penalty>')),
  );
  expect(JSON.stringify(screens)).not.toContain('SECRET');
  expect(notes.map((note) => note.replace(/^[^:]*: /, ''))).toEqual([
    'Points off for wrong tries were left out: an answer is right or wrong here.',
    'Points of questions were left out.',
    'Feedback on every answer was left out: learners read feedback on the answers that they gave.',
    'Hints were left out.',
    'Tags were left out.',
    'Hidden questions were left out.',
  ]);
  expect(notes[0]).toMatch(/^Question 1, Question 2, Question 3, Question 4, Question 5 and 2 more:/);
});

it('keeps embedded images with their description, and formulas', () => {
  const file = '<file name="a b.png" path="/" encoding="base64">iVBORw0KGgo=</file>';
  const written = question(
    'essay',
    '<p>\\(x^2\\) and <img src="@@PLUGINFILE@@/a%20b.png" alt="A curve"> and <img src="http://x/y.png"></p>',
  ).replace('</questiontext>', `${file}</questiontext>`);
  const { screens, images, notes } = importedQuestions('a.xml', quiz(written));
  expect(screens[0]?.text).toBe('$x^2$ and ![A curve](../../images/a-b.png) and');
  expect(images.map(({ file_name }) => file_name)).toEqual(['a-b.png']);
  expect(notes[0]).toBe('Question 1: An image that is not in the file was left out.');
});

it.each([
  ['no questions', '<rss/>', 'has no questions'],
  ['a name of JavaScript', '<constructor/>', 'has no questions'],
  ['a document type', '<!DOCTYPE quiz [<!ENTITY a "b">]><quiz>&a;</quiz>', 'document type'],
  ['broken XML', '<quiz>', 'can’t be read'],
])('refuses a file with %s', (_, content, reason) => {
  expect(() => importedQuestions('a.xml', content)).toThrow(reason);
});

it.each([
  '{1:SA:',
  '{1:SA:=a}',
  '{1:MC:~',
  '[[1]]',
  '\\(',
  '$$',
  '$$a$$',
  '$$\\($$',
  '<b>',
  '<p>',
  '\\}',
  '![](',
  '<img src="@@PLUGINFILE@@/a">',
])('takes time that grows with the length, whatever is repeated: %s', (piece) => {
  const read = (size: number) =>
    importedQuestions(
      'a.xml',
      quiz(question('cloze', `${piece.repeat(size)}\\(a\\)`), question('shortanswer', 'a', answer(100, piece.repeat(size)))),
    );
  expect(growthBeyondLinear(read, 1 << 11)).toBeNull();
});
