import type { Fix, Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import { accessibleName, descendants, type MarkdownElement } from './read-markdown.ts';
import { elementsOf, shortened, withoutAttribute } from './text-elements.ts';

/** Cells that a browser gives its headers to, without those that are only layout. */
function* dataTables(text: LessonText): Iterable<{ table: MarkdownElement; cells: MarkdownElement[] }> {
  for (const table of elementsOf(text, 'table')) {
    const role = table.attributes.get('role');
    if (role !== 'presentation' && role !== 'none')
      yield { table, cells: descendants(table).filter(({ tag }) => tag === 'th' || tag === 'td') };
  }
}

/** A table that has headers without text, or rows and columns without any. */
export function* tableHeaders(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const { table, cells } of dataTables(text)) {
    const headers = cells.filter(({ tag }) => tag === 'th');
    if (cells.length < 2 || headers.some((header) => accessibleName(header) !== '')) continue;
    const { rows } = gridOf(table);
    // A single row or column is hardly data.
    if (headers.length === 0 && (rows.length < 2 || rows.every((row) => row.length < 2))) continue;
    const message = 'This table has no column headers, so its cells can’t be understood one by one.';
    yield text.found('table-header-empty', table.span, message, firstRowAsHeader(text, table));
  }
}

/** Moves the first row of a table in Markdown above the line below its headers. */
function firstRowAsHeader(text: LessonText, { span }: MarkdownElement): Fix | null {
  const lines = text.source.slice(span.start, span.end).split('\n');
  const [header = '', delimiter = '', first = '', ...rest] = lines;
  if (!/^[\s|]+$/.test(header) || !/^[\s|:-]+$/.test(delimiter) || rest.length === 0) return null;
  return text.fix('Use the first row', span, [first.trim(), delimiter, ...rest].join('\n'));
}

const headersOf = (cell: MarkdownElement) => (cell.attributes.get('headers') ?? '').split(/\s+/).filter((id) => id !== '');

/** The first id in the `headers` of a cell that no header of its table has. */
function brokenHeader(cell: MarkdownElement, cells: readonly MarkdownElement[]): string | undefined {
  return headersOf(cell).find((id) => !cells.some((each) => each !== cell && each.tag === 'th' && each.attributes.get('id') === id));
}

/** Cells that name their headers by id, which screen readers then read out. */
export function* tableHeadersBroken(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const { cells } of dataTables(text)) {
    for (const cell of cells) {
      const wrong = brokenHeader(cell, cells);
      if (wrong !== undefined)
        yield text.found(
          'table-headers-broken',
          cell.span,
          `This table has no header with the id “${shortened(wrong)}”.`,
          withoutAttribute(text, cell, 'headers'),
        );
    }
  }
}

/** Headers that belong to no cell, because a row is too short or its cells name others. */
export function* tableHeadersUnused(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const { table, cells } of dataTables(text)) {
    // A table of headers alone has no data yet, and cells with broken headers are reported as such.
    if (!cells.some(({ tag }) => tag === 'td') || cells.some((cell) => brokenHeader(cell, cells) !== undefined)) continue;
    const { rows, columns } = gridOf(table);
    for (const header of cells) {
      if (header.tag !== 'th' || accessibleName(header) === '') continue;
      const id = header.attributes.get('id');
      if (id !== undefined && cells.some((cell) => cell !== header && headersOf(cell).includes(id))) continue;
      const scope = header.attributes.get('scope');
      const lines = [...(scope === 'row' || scope === 'rowgroup' ? [] : columns), ...(scope === 'col' || scope === 'colgroup' ? [] : rows)];
      const isUsed = lines.some((line) => line.includes(header) && line.some((cell) => cell.tag === 'td' && headersOf(cell).length === 0));
      // A header of other headers is fine, too.
      const isAbove = lines.some((line) => line.includes(header) && line.at(-1) !== header && line.every(({ tag }) => tag === 'th'));
      if (!isUsed && !isAbove)
        yield text.found('table-header-unused', header.span, `No cell belongs to the header “${shortened(accessibleName(header))}”.`);
    }
  }
}

/** As HTML limits them. */
const SPAN_MAX = 1_000;

/** The cells of a table by row and by column, each wherever it reaches. */
function gridOf(table: MarkdownElement): { rows: MarkdownElement[][]; columns: MarkdownElement[][] } {
  const grid: (MarkdownElement | undefined)[][] = [];
  const lines = descendants(table).filter(({ tag }) => tag === 'tr');
  for (const [index, line] of lines.entries()) {
    let at = 0;
    for (const cell of line.children) {
      if (typeof cell === 'string' || (cell.tag !== 'td' && cell.tag !== 'th')) continue;
      while (grid[index]?.[at] !== undefined) at++;
      const width = spanOf(cell, 'colspan');
      const height = Math.min(spanOf(cell, 'rowspan'), lines.length - index);
      for (let row = index; row < index + height; row++)
        for (let column = at; column < at + width; column++) (grid[row] ??= [])[column] = cell;
      at += width;
    }
    grid[index] ??= [];
  }
  const isCell = (cell: MarkdownElement | undefined) => cell !== undefined;
  const width = Math.max(0, ...grid.map((row) => row.length));
  return {
    rows: grid.map((row) => row.filter(isCell)),
    columns: Array.from({ length: width }, (_, column) => grid.map((row) => row[column]).filter(isCell)),
  };
}

function spanOf({ attributes }: MarkdownElement, name: 'colspan' | 'rowspan'): number {
  const number = Number(attributes.get(name) ?? 1);
  return Number.isInteger(number) && number > 0 ? Math.min(number, SPAN_MAX) : 1;
}
