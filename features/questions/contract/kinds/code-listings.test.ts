import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { BLANKS } from './blanks.ts';
import { codeListings } from './code-listings.ts';
import { kindOf } from './kinds.ts';
import { ORDER } from './order.ts';
import { PREDICT } from './predict.ts';
import type { QuestionTask } from './tasks.ts';

function asked(task: QuestionTask) {
  const listings = codeListings(task, 'python');
  return kindOf(task).ask(task, 'seed', (path) => (path in listings ? renderMarkdown(listings[path] ?? '') : NO_HTML));
}

const keyword = (word: string) => `<span class="hljs-keyword">${word}</span>`;

describe('the code of a question has the colors of code in texts', () => {
  it('in each line to put in order, the wrong ones too', () => {
    const lines = [
      { text: 'def f():', group: null },
      { text: '', group: null },
      { text: '    return x', group: null },
    ];
    const task = { ...ORDER.empty(), lines, distractors: ['import x'], checks_indentation: true };
    const { lines: texts, lines_html: html } = ORDER.ask(task, 'seed', (path) => renderMarkdown(codeListings(task, 'python')[path] ?? ''));
    expect(html?.[texts.indexOf('return x')]).toBe(`<span>${keyword('return')} x</span>`);
    expect(html?.[texts.indexOf('import x')]).toBe(`<span>${keyword('import')} x</span>`);
  });

  it('around gaps, whose answers are not in it', () => {
    const task = { ...BLANKS.empty(), is_code: true, text: 'for [[secret]] in [[other]]:\n    pass' };
    expect(JSON.stringify(codeListings(task, 'python'))).not.toMatch(/secret|other/);
    expect(asked(task)).toMatchObject({
      pieces: ['for ', { choices: null }, ' in ', { choices: null }, ':\n    pass'],
      pieces_html: [
        `<span>${keyword('for')} </span>`,
        null,
        `<span> ${keyword('in')} </span>`,
        null,
        `<span>:\n    ${keyword('pass')}</span>`,
      ],
    });
  });

  it('where its output is predicted', () => {
    expect(asked({ ...PREDICT.empty(), code: 'pass' })).toMatchObject({ code_html: `<span>${keyword('pass')}</span>` });
  });

  it('but not in a text, in a lesson without a language, or in a build that is older than the colors', () => {
    const text = { ...ORDER.empty(), is_code: false, lines: [{ text: 'Import tea', group: null }] };
    expect(codeListings(text, 'python')).toEqual({});
    expect(codeListings({ ...PREDICT.empty(), code: 'pass' }, null)).toEqual({});
    for (const task of [text, { ...BLANKS.empty(), is_code: true, text: '[[a]] b' }, { ...PREDICT.empty(), code: 'pass' }])
      expect(JSON.stringify(kindOf<QuestionTask>(task).ask(task, 'seed', () => NO_HTML))).not.toContain('<span');
  });
});
