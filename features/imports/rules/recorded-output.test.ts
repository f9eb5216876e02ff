import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { lessonFromCells } from './lesson-from-cells.ts';
import { readImport } from './read-import.ts';

function imported(source: string) {
  let next = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
  const document = readImport('lesson.md', encodeUtf8(source), () => null, ALONE);
  return lessonFromCells(document, {
    title: '',
    otherwise: 'A file',
    author: 'Ada',
    code: 'answer',
    structure: 'cell',
    earlier_code: true,
    offered: {},
    newUuid,
  });
}

it('records what code printed between its figures', () => {
  const lesson = imported(
    '```python\nloop()\n```\n\n```output\na\n```\n\n![One](1.png){alt="One"}\n\n```output\nb\n```\n\n![Two](2.png)\n\nText\n\n```output\nc\n```',
  );
  expect(lesson.screens[0]?.answer_output?.stdout).toBe('a\nb\n');
  expect(lesson.screens[1]?.fields.body_markdown).toMatch(/^!\[One\]\(.*\).*\n\n!\[Two\]\(.*\)\n\nText\n\n```output\nc\n```$/);
  const drawn = imported('```python\nplot()\n```\n\n![One](1.png)\n\n```output\na\n```');
  expect(drawn.screens[0]?.answer_output).toBeNull();
});

it('records the output of a solution’s code, not one that precedes it', () => {
  const fence = (label: string, text: string) => `\`\`\`${label}\n${text}\n\`\`\``;
  const solution = (parts: string[]) => imported(`::: challenge\nCall it.\n\n::: solution\n${parts.join('\n\n')}\n:::\n:::`).screens[0];
  const shown = [fence('output', 'a'), 'Better:', fence('python', 'print("b")')];
  expect(solution(shown)).toMatchObject({ fields: { answer_code: 'print("b")' }, answer_output: null });
  const both = solution([...shown, fence('output', 'b')]);
  expect(both?.answer_output?.stdout).toBe('b\n');
  expect(both?.fields.body_markdown).toContain(fence('output', 'a'));
});
