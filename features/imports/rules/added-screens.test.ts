import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import type { Language } from '#platform/contract/languages.ts';
import { importedLesson } from '#testing/content/imported-screens.ts';

type Cell = Record<string, unknown>;
const text = (source: string): Cell => ({ cell_type: 'markdown', source });
const code = (source: string, outputs: Cell[]): Cell => ({ cell_type: 'code', execution_count: 1, source, outputs });
const stdout = (line: string): Cell => ({ output_type: 'stream', name: 'stdout', text: [line] });

const imported = (name: string, content: string, { language }: { language: Language | null }) =>
  importedLesson(name, encodeUtf8(content), { language, code: 'answer', earlier_code: false });

describe('screens that are added to a lesson', () => {
  const marked = (part: string, cell: Cell, more: Cell = {}): Cell => ({ ...cell, metadata: { lessonwright: { part, ...more } } });
  const exported = (...cells: Cell[]) =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { kernelspec: { name: 'ir', language: 'R' }, lessonwright: { version: 1, language: 'r', language_version: null } },
      cells,
    });
  const answer = [
    marked('screen', text('## Sum\n\nAdd.'), { type: 'code', check_output: true }),
    marked('answer', code('sum(1:3)', [stdout('6\n')])),
  ];

  it.each([['python'], [null]] as const)('have the code of an exported R lesson as listings, if the lesson runs %s', (language) => {
    const { screens, report } = imported('a.ipynb', exported(...answer), { language });
    expect(screens.map(({ fields }) => fields)).toMatchObject([
      {
        type: 'text',
        title: 'Sum',
        check_output: false,
        answer_code: '',
        body_markdown: 'Add.\n\n```r\nsum(1:3)\n```\n\n```output\n6\n```',
      },
    ]);
    expect(screens[0]?.answer_output).toBeNull();
    expect(report.notes).toEqual([{ place: 'Cell 2', reason: expect.stringContaining('and this is r; it was kept as a listing') }]);
  });

  it('have no checks and packages of an exported R lesson, and say so, if the lesson runs another language', () => {
    const check = marked('unit_tests', text('<details>\n<summary>Unit tests</summary>\n\n```r\nSECRET\n```\n\n</details>'));
    const notebook = JSON.parse(exported(...answer, check)) as { metadata: { lessonwright: object } };
    const packages = [{ name: 'dplyr', version: null, show_in_editor: false }];
    notebook.metadata.lessonwright = { ...notebook.metadata.lessonwright, packages };
    const { screens, report } = imported('a.ipynb', JSON.stringify(notebook), { language: 'python' });
    expect(JSON.stringify(screens)).not.toContain('SECRET');
    expect(report.notes.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      expect.stringContaining('dplyr. Add them to the packages of the lesson.'),
      expect.stringContaining('Cell 2'),
      'Cell 3: Unit tests: left out, as the code of the screen doesn’t run in this lesson.',
    ]);
  });

  it('have the code of an exported lesson in their own language', () => {
    const { screens, report } = imported('a.ipynb', exported(...answer), { language: 'r' });
    expect(screens).toMatchObject([{ fields: { type: 'code', answer_code: 'sum(1:3)' }, answer_output: { stdout: '6\n' } }]);
    expect(report.notes).toEqual([]);
  });

  it('keep overview and objectives of an exported lesson as text, or name its title', () => {
    const lesson = (more: string) => marked('lesson', text(`# Numbers${more}`));
    const full = imported('a.ipynb', exported(lesson('\n\nAll about sums.\n\n::: objectives\n- Add\n:::'), ...answer), { language: 'r' });
    expect(full.screens.map(({ fields }) => [fields.title, fields.body_markdown])).toEqual([
      ['Numbers', 'All about sums.\n\n- Add'],
      ['Sum', 'Add.'],
    ]);
    expect(full.report.notes).toEqual([]);
    const { screens, report } = imported('a.ipynb', exported(lesson(''), ...answer), { language: 'r' });
    expect(screens).toHaveLength(1);
    expect(report.notes).toEqual([{ place: '', reason: 'The title “Numbers” was left out: the lesson keeps its own.' }]);
  });

  it('keep a title without text, and name that of front matter', () => {
    const { screens, report } = imported('a.md', '---\ntitle: Front\n---\n# Title\n\n## Part\n\nText', { language: null });
    expect(screens.map(({ fields }) => fields.title)).toEqual(['Title: Part']);
    expect(report.notes).toEqual([{ place: '', reason: 'The title “Front” was left out: the lesson keeps its own.' }]);
  });
});
