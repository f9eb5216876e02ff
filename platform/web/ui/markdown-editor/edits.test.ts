import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { BOXES } from '#platform/content/markdown-boxes.ts';
import { cycleBox, cycleHeading, insertCodeBlock, insertMath, insertTable, toggleLines } from './block-edits.ts';
import { insertLink, toggleMark } from './inline-edits.ts';
import { slashItems, slashQuery } from './slash-menu.ts';
import { breakRow, moveToCell } from './table-edits.ts';

/** A state from a text with the selection between « and » (a cursor: «»). */
function stateOf(marked: string): EditorState {
  const from = marked.indexOf('«');
  const to = marked.indexOf('»') - 1;
  return EditorState.create({ doc: marked.replace(/[«»]/g, ''), selection: EditorSelection.range(from, to) });
}

function show(state: EditorState, spec: TransactionSpec): string {
  const after = state.update(spec).state;
  const { from, to } = after.selection.main;
  const text = after.doc.toString();
  return `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`;
}

describe('inline markup', () => {
  it.each([
    ['a selection is marked', '«bold» text', '**', '**«bold»** text'],
    ['and unmarked again', '**«bold»** text', '**', '«bold» text'],
    ['also when the marks are selected', '«**bold**» text', '**', '«bold» text'],
    ['a cursor in a word takes the word', 'so«»me text', '*', '*«some»* text'],
    ['a cursor elsewhere waits between the marks', 'a  «» b', '`', 'a  `«»` b'],
    ['bold becomes bold and italic, not plain', '**«text»**', '*', '***«text»***'],
    ['italic leaves bold and italic', '***«text»***', '*', '**«text»**'],
    ['bold leaves bold and italic', '***«text»***', '**', '*«text»*'],
  ])('%s', (_, before, mark, after) => {
    const state = stateOf(before);
    expect(show(state, toggleMark(state, mark))).toBe(after);
  });

  it.each([
    ['the selection is the label', 'see «the docs» now', 'see [the docs](«https://») now'],
    ['an address becomes the target', '«https://a.b/c»', '[«link text»](https://a.b/c)'],
    ['nothing selected', 'a  «»', 'a  [«link text»](https://)'],
  ])('link: %s', (_, before, after) => {
    const state = stateOf(before);
    expect(show(state, insertLink(state))).toBe(after);
  });
});

describe('boxes', () => {
  it.each([
    ['a selection is put in one', '«one\ntwo»', '::: note\n«one\ntwo»\n:::'],
    ['an empty line becomes one', 'a\n\n«»', 'a\n\n::: note\n«»\n:::'],
    ['around another one, with more colons', '«x\n\n::: tip\na\n:::»', ':::: note\n«x\n\n::: tip\na\n:::»\n::::'],
    ['inside one, its kind changes', '::: note\none«»\n:::', '::: tip\none«»\n:::'],
    ['the innermost', ':::: challenge\na\n::: note\nb«»\n:::\n::::', ':::: challenge\na\n::: tip\nb«»\n:::\n::::'],
    ['around a closed one', ':::: challenge\na«»\n::: note\nb\n:::\n::::', ':::: solution\na«»\n::: note\nb\n:::\n::::'],
    ['after the last kind it is removed', 'x\n\n::: solution\none«»\n:::\n\ny', 'x\n\none«»\n\ny'],
    ['after a box', '::: note\na\n:::\n\nb«»', '::: note\na\n:::\n\n::: note\n«b»\n:::'],
    ['colons in a listing are text', '```\n::: note\n```\n\nb«»', '```\n::: note\n```\n\n::: note\n«b»\n:::'],
  ])('%s', (_, before, after) => {
    const state = stateOf(before);
    expect(show(state, cycleBox(state))).toBe(after);
  });
});

describe('line markup', () => {
  it.each([
    ['lines become items', 'bullets', '«one\ntwo»', '- «one\n- two»'],
    ['items become lines', 'bullets', '«- one\n- two»', '«one\ntwo»'],
    ['numbers replace bullets, keep the indent', 'numbers', '«- one\n  - two»', '«1. one\n  2. two»'],
    ['empty lines between stay empty', 'numbers', '«one\n\ntwo»', '1. «one\n\n2. two»'],
    ['an empty line becomes an item', 'bullets', '«»', '- «»'],
    ['a list is quoted as a list', 'quote', '«- one\n- two»', '> «- one\n> - two»'],
    ['and freed again', 'quote', '«> - one»', '«- one»'],
  ] as const)('%s', (_, kind, before, after) => {
    const state = stateOf(before);
    expect(show(state, toggleLines(state, kind))).toBe(after);
  });

  it('headings cycle', () => {
    let state = stateOf('«»Title');
    const seen: string[] = [];
    for (let i = 0; i < 4; i++) {
      state = state.update(cycleHeading(state)).state;
      seen.push(state.doc.toString());
    }
    expect(seen).toEqual(['## Title', '### Title', '#### Title', 'Title']);
  });
});

describe('blocks', () => {
  it.each([
    ['on an empty document', '«»', '```python\n«»\n```'],
    ['after a line, with blank lines around', 'text«»\nmore', 'text\n\n```python\n«»\n```\n\nmore'],
    ['around a selection', '«x = 1»', '```python\n«x = 1»\n```'],
    ['with a longer fence around a fence', '«```\nx\n```»', '````python\n«```\nx\n```»\n````'],
  ])('code block %s', (_, before, after) => {
    const state = stateOf(before);
    expect(show(state, insertCodeBlock(state, 'python'))).toBe(after);
  });

  it.each([
    ['within a line', 'the «x» there', 'the $«x»$ there'],
    ['on an empty line', '«»', '$$\n«x = y»\n$$'],
    ['around whole lines', '«a\nb»', '$$\n«a\nb»\n$$'],
  ])('math %s', (_, before, after) => {
    const state = stateOf(before);
    expect(show(state, insertMath(state))).toBe(after);
  });

  it.each([
    ['nothing selected', '«»', '| «Column 1» | Column 2 |\n| -------- | -------- |\n|          |          |'],
    ['comma separated lines', '«name,price\npear,2|3»', '| «name» | price |\n| ---- | ----- |\n| pear | 2\\|3  |'],
    ['tabs win over commas', '«a,b\tc»', '| «a,b» | c   |\n| --- | --- |'],
  ])('table: %s', (_, before, after) => {
    const state = stateOf(before);
    expect(show(state, insertTable(state))).toBe(after);
  });
});

describe('tables', () => {
  const keys = { tab: (state: EditorState) => moveToCell(state, 1), back: (state: EditorState) => moveToCell(state, -1), enter: breakRow };

  it.each<[string, keyof typeof keys, string, string]>([
    [
      'the next cell is selected, and columns are aligned',
      'tab',
      '|a«»|bb|\n|-|-|\n|ccc|d|',
      '| a   | «bb»  |\n| --- | --- |\n| ccc | d   |',
    ],
    [
      'from the head over the dashes',
      'tab',
      '| a   | b«»   |\n| --- | --- |\n| c   | d   |',
      '| a   | b   |\n| --- | --- |\n| «c»   | d   |',
    ],
    ['from the dashes', 'tab', '| a   |\n| --«»- |\n| c   |', '| a   |\n| --- |\n| «c»   |'],
    ['after the last cell comes a row', 'tab', '| a   |\n| --- |\n| c«»   |\n\nText', '| a   |\n| --- |\n| c   |\n| «»    |\n\nText'],
    ['and back', 'back', '| a   | b   |\n| --- | --- |\n| «c»   | d   |', '| a   | «b»   |\n| --- | --- |\n| c   | d   |'],
    ['an escaped pipe is text', 'tab', '| a \\| b«» | c |\n| --- | --- |', '| a \\| b | «c»   |\n| ------ | --- |'],
    ['alignments stay', 'tab', '| a«» | b |\n| --: | :-: |\n| 1000 | 2 |', '|    a |  «b»  |\n| ---: | :-: |\n| 1000 |  2  |'],
    ['in a quote', 'tab', '> | a«» | b |\n> | - | - |', '> | a   | «b»   |\n> | --- | --- |'],
    ['without outer pipes', 'tab', 'a«» | b\n--- | ---\n1 | 2', '| a   | «b»   |\n| --- | --- |\n| 1   | 2   |'],
    ['a short row gets its cells', 'tab', '| a   | b   |\n| --- | --- |\n| c«»   |', '| a   | b   |\n| --- | --- |\n| c   | «»    |'],
    [
      'a long cell does not widen its column',
      'tab',
      `| a«» | b |\n|-|-|\n| ${'x'.repeat(41)} |`,
      `| a   | «b»   |\n| --- | --- |\n| ${'x'.repeat(41)} |     |`,
    ],
    [
      'Enter at the end of a row adds one',
      'enter',
      '| a   |\n| --- |\n| b   |«»\n| c   |',
      '| a   |\n| --- |\n| b   |\n| «»    |\n| c   |',
    ],
    ['also below the head', 'enter', '| a«»   |\n| --- |', '| a   |\n| --- |\n| «»    |'],
    ['in an empty last row it leaves the table', 'enter', '| a   |\n| --- |\n| «»    |', '| a   |\n| --- |\n\n«»'],
    ['to the line that is below', 'enter', '| a   |\n| --- |\n| «»    |\n\nText', '| a   |\n| --- |\n\n«»\nText'],
  ])('%s', (_, key, before, after) => {
    const state = stateOf(before);
    const spec = keys[key](state);
    expect(spec && show(state, spec)).toBe(after);
  });

  it.each<[string, keyof typeof keys, string]>([
    ['a text', 'tab', 'a«» b'],
    ['a line with a pipe', 'tab', 'a | b«»\nc'],
    ['a selection of lines', 'tab', '| «a |\n| - |\n| b» |'],
    ['the middle of a cell, for Enter', 'enter', '| a«»b | c |\n| - | - |'],
    ['the first cell, for going back', 'back', '| a«» |\n| - |'],
  ])('keys keep their meaning in %s', (_, key, marked) => {
    expect(keys[key](stateOf(marked))).toBeNull();
  });
});

describe('the menu of a slash', () => {
  it.each([
    ['/', ''],
    ['Text\n  /Tab', 'Tab'],
    ['a/b', null],
    ['/tab le', null],
    ['see /etc', null],
    ['- /', null],
    [`${'x'.repeat(50)}/`, null],
  ])('opens at "%s" for %j', (text, query) => {
    const state = EditorState.create({ doc: text });
    expect(slashQuery(state, text.length)?.query ?? null).toBe(query);
  });

  it('stays closed in a listing', () => {
    const doc = '```sh\n/usr\n```\n/';
    const state = EditorState.create({ doc, extensions: markdown({ base: markdownLanguage }) });
    expect([slashQuery(state, 7), slashQuery(state, doc.length)]).toEqual([null, { from: doc.length - 1, query: '' }]);
  });

  it.each([
    ['ta', 'Table'],
    ['im', 'Image, Important, Upload image'],
    ['warn', 'Warning'],
    ['math', 'Formula'],
    ['quest', 'Questions box'],
    ['exercise', 'Challenge'],
    ['xyz', ''],
  ])('offers for "%s": %s', (query, labels) => {
    const can = new Set(['addImage', 'uploadNew', 'addVideo'] as const);
    expect(
      slashItems(query, can)
        .map(({ label }) => label)
        .join(', '),
    ).toBe(labels);
  });

  it('offers every kind of box', () => {
    expect(slashItems('box', new Set())).toHaveLength(Object.keys(BOXES).length);
  });
});
