import { withStyledLetters } from './math-variants.ts';

/** The operator between a function and its argument. */
const APPLY = '\u2061';
/** The space between a table and the brackets around it. */
const OUTSIDE = '0.2em';
/** TeX's space between a function and what is beside it. */
const THIN = '0.1667em';

/**
 * Writes KaTeX's MathML in terms of MathML Core, which is all that browsers implement: they ignore the alignment, spacing and lines of
 * tables, the space around functions, and the length of arrows.
 *
 * @param mathml as KaTeX writes it
 */
export function toMathmlCore(mathml: string): string {
  return withTables(withSpaces(withBars(withStyledLetters(mathml))));
}

/** Bars in characters that grow with what they enclose, as in `\left|` and determinants, and have no space around them. */
function withBars(mathml: string): string {
  return mathml
    .replaceAll('<mo fence="true">∣</mo>', '<mo fence="true" stretchy="true">|</mo>')
    .replaceAll('<mo fence="true">∥</mo>', '<mo fence="true" stretchy="true">‖</mo>')
    .replaceAll('<mi mathvariant="normal">∣</mi>', '<mi mathvariant="normal">|</mi>')
    .replaceAll('<mi mathvariant="normal">∥</mi>', '<mi mathvariant="normal">‖</mi>');
}

const OPERAND_END = '</(?:m[ins]|mrow|m(?:sub|sup|subsup|under|over|underover)|mfrac|msqrt|mroot)>|[)\\]}]</mo>';
const FUNCTION = new RegExp(
  `(${OPERAND_END}|<munder(?:over)?><mrow>)?(<mi\\b[^<>]*>[^<>]*</mi><mo)>${APPLY}</mo>(?=(</mrow>|(?:<mrow>)?<mo\\b[^<>]*>[([{])?)`,
  'g',
);

/** `n log n` with the spaces of TeX, but `log(n)` and `log²` without one; and arrows that are longer than their labels. */
function withSpaces(mathml: string): string {
  return mathml
    .replace(FUNCTION, (_, before: string | undefined, name: string, after: string | undefined) => {
      const hasLimits = before?.startsWith('<munder') === true;
      const space = before === undefined || hasLimits ? '' : `<mspace width="${THIN}"></mspace>`;
      const isApart = after === undefined || (hasLimits && after === '</mrow>');
      return `${before ?? ''}${space}${name}${isApart ? ` rspace="${THIN}"` : ''}>${APPLY}</mo>`;
    })
    .replaceAll('<mpadded width="+0.6em" lspace="0.3em">', '<mpadded style="padding:0 0.6em">');
}

interface Table {
  readonly align: readonly string[];
  /** The space after each column but the last. */
  readonly gaps: readonly string[];
  readonly columnLines: readonly string[];
  readonly rowLines: readonly string[];
  row: number;
  column: number;
}

/** Tables with the alignment, spacing and lines of their cells as styles. */
function withTables(mathml: string): string {
  const tables: Table[] = [];
  return mathml.replace(/<(\/?)(mtable|mtr|mtd)\b([^<>]*)>/g, (whole: string, slash: string, tag: string, attributes: string) => {
    const table = tables.at(-1);
    if (tag === 'mtable') {
      if (slash !== '') tables.pop();
      else tables.push(tableOf(attributes));
      // A formula with a number is a table that fills the line.
      if (slash === '' && attributes.includes('width="100%"')) return '<mtable style="width:100%;math-style:normal">';
      // Firefox would add its own lines and spaces to those of the cells.
      const others = attributes.replace(/ column(?:align|spacing|lines)="[^"]*"| rowlines="[^"]*"/g, '');
      return slash === '' ? `<mtable${others} columnspacing="0em">` : whole;
    }
    if (!table || slash !== '') return whole;
    if (tag === 'mtr') {
      table.row++;
      table.column = -1;
      return whole;
    }
    // Empty columns around the formula, which the table's lists don't count.
    if (attributes.includes('class')) return '<mtd style="padding:0">';
    if (attributes.includes('width="50%"')) return '<mtd style="width:50%">';
    table.column++;
    const style = styleOf(table);
    return style === '' ? whole : `<mtd style="${style}">`;
  });
}

function tableOf(attributes: string): Table {
  const listOf = (name: string) =>
    (new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '').split(' ').filter((each) => each !== '');
  return {
    align: listOf('columnalign'),
    gaps: listOf('columnspacing'),
    columnLines: listOf('columnlines'),
    rowLines: listOf('rowlines'),
    row: -1,
    column: -1,
  };
}

function styleOf({ align, gaps, columnLines, rowLines, row, column }: Table): string {
  const side = align[column];
  const last = Math.max(align.length, 1) - 1;
  const styles: string[] = [];
  if (side === 'left' || side === 'right') styles.push(`text-align:${side}`);
  if (gaps.length > 0) {
    const gap = (at: number) => (at < 0 || at >= last ? OUTSIDE : half(gaps[at] ?? gaps.at(-1) ?? ''));
    styles.push(`padding-left:${gap(column - 1)}`, `padding-right:${gap(column)}`);
  }
  for (const [edge, line] of [
    ['right', columnLines[column]],
    ['bottom', rowLines[row]],
  ] as const)
    if (line === 'solid' || line === 'dashed') styles.push(`border-${edge}:1px ${line}`);
  return styles.join(';');
}

/** Half of a length such as `1em`, for either side of a gap. */
function half(length: string): string {
  const value = Number.parseFloat(length) / 2;
  return Number.isFinite(value) && value > 0 ? `${value}em` : '0';
}
