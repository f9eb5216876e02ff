import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { boxesFrom, withoutBlankEnds } from './box-formats.ts';
import type { Cell, MarkedPart } from './cells.ts';
import { readChunkOptions } from './chunk-options.ts';
import { withoutEscapedMarkup } from './markup-signs.ts';
import { isCodePart, type PartMark, readMarkLine } from './part-mark.ts';
import { splitMarkdown } from './split-markdown.ts';
import { type TextContext, TextCells } from './text-cells.ts';

/** A block that a build runs: `{code-cell} python` of MyST, `{python}` of Quarto. */
const RUNS = /^\{[\w-]+\}/;

type Item = MarkedPart | { readonly kind: 'cells'; readonly cells: readonly Cell[] };

/** Reads the body of a MyST or Quarto file that an export wrote. */
export function readMarkedParts(body: string, context: TextContext, placeOf: (line: number) => string): Item[] {
  const items: Item[] = [];
  const addCells = (text: string, line: number) => {
    const texts = new TextCells(context);
    texts.add(text, (at) => placeOf(line + at));
    if (texts.cells.length > 0) items.push({ kind: 'cells', cells: texts.cells });
  };
  for (const { mark, source, line, format } of splitAtMarks(body)) {
    const place = placeOf(line);
    const part = (given: Pick<MarkedPart, 'source' | 'isCode' | 'mayFail'>) => {
      if (mark) items.push({ kind: 'part', place, mark, output: null, ...given });
    };
    const piece = mark && isCodePart(mark.part) ? splitMarkdown(source, IMPORT_LIMITS.cells).find(({ kind }) => kind === 'fence') : null;
    if (!mark) addCells(source, line);
    else if (piece?.kind === 'fence' && RUNS.test(piece.info)) {
      const { code, mayFail } = readChunkOptions(piece.info, piece.code);
      part({ source: code, isCode: true, mayFail });
      // What was added around the block.
      const lines = source.split('\n');
      const [start, end] = [piece.line - 1, piece.line - 1 + piece.source.split('\n').length];
      addCells([...lines.slice(0, start), ...lines.slice(end)].join('\n'), line);
    } else {
      const text = withoutEscapedMarkup(boxesFrom(format, source));
      const isCode = mark !== null && isCodePart(mark.part);
      part({ source: isCode ? text : context.images.take(text, place, context.attachments()), isCode: false, mayFail: false });
    }
  }
  return items;
}

interface MarkedText {
  readonly mark: PartMark | null;
  readonly source: string;
  /** Before its first line. */
  readonly line: number;
  readonly format: 'myst' | 'quarto';
}

function splitAtMarks(body: string): MarkedText[] {
  const texts: { mark: PartMark | null; lines: string[]; line: number; format: 'myst' | 'quarto' }[] = [
    { mark: null, lines: [], line: 0, format: 'myst' },
  ];
  for (const [index, line] of body.split('\n').entries()) {
    const mark = readMarkLine(line);
    if (mark) texts.push({ mark, lines: [], line: index + 1, format: line.startsWith('+++') ? 'myst' : 'quarto' });
    else texts.at(-1)?.lines.push(line);
  }
  return texts
    .map(({ lines, ...text }) => ({ ...text, source: withoutBlankEnds(lines.join('\n')) }))
    .filter(({ mark, source }) => mark !== null || source !== '');
}
