import type { Cell } from './peers/notebooks.ts';

// Long texts and lessons, which the product and its peers open alike.

const MARKDOWN_PART = (index: number) => [
  `## A heading ${index}`,
  'A line of *text* with `code`, a [link](https://example.org) and **strong** words in it.',
  '- a point of a list',
  '',
  '```python',
  'total = sum(row.points for row in rows)  # a comment',
  '```',
  '',
  'And $x^2$ in its own line.',
  '',
];
const CODE_PART = [
  'def total(rows, factor=1.5):',
  '    """Adds up the points."""',
  '    return sum(row["points"] * factor for row in rows)',
  '',
  '',
];
const SCREEN_TEXT = 'A line of text.\n'.repeat(40);

export function longMarkdown(lines: number): string {
  const parts = Math.ceil(lines / MARKDOWN_PART(0).length);
  return Array.from({ length: parts }, (_, index) => MARKDOWN_PART(index).join('\n')).join('\n');
}

export function longCode(lines: number): string {
  return Array.from({ length: Math.ceil(lines / CODE_PART.length) }, () => CODE_PART.join('\n')).join('\n');
}

/** The text of a screen, and of a cell of a notebook with as many cells. */
export function screenText(): string {
  return SCREEN_TEXT;
}

/** The cells of a notebook that says the same as a lesson of as many screens of text. */
export function textCells(count: number): Cell[] {
  return Array.from({ length: count }, (_, index) => ({ type: 'markdown', source: `# Screen number ${index + 1}\n\n${SCREEN_TEXT}` }));
}
