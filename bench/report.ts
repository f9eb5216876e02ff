import { median, quantile, type Samples } from './measure.ts';

/** A row of the table: a measurement, with its peer or limit on the same machine in the same run. */
export interface Line {
  readonly what: string;
  readonly samples: Samples;
  /** Default: ms. */
  readonly unit?: string;
  /** The peer with its version, or the limit. Absent: nothing does the same. */
  readonly against?: string;
  readonly baseline?: Samples;
  readonly goal?: Goal;
  /** Anything else that the table should say. */
  readonly note?: string;
}

export interface Goal {
  readonly of: 'median' | 'p95' | 'ratio';
  readonly most: number;
}

const HEAD = ['line', 'median', 'p95', 'unit', 'samples', 'peer or limit', 'its median', 'ratio', 'goal', 'note'] as const;

/** One Markdown table with aligned columns. */
export function formatTable(lines: readonly Line[]): string {
  const rows = [[...HEAD], ...lines.map(row)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const format = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const ruler = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [format(HEAD), ruler, ...rows.slice(1).map(format)].join('\n');
}

function row({ what, samples, unit = 'ms', against, baseline, goal, note = '' }: Line): string[] {
  const ratio = baseline ? median(samples) / median(baseline) : null;
  return [
    what,
    shortNumber(median(samples)),
    shortNumber(quantile(samples, 0.95)),
    unit,
    String(samples.length),
    against ?? '',
    baseline ? shortNumber(median(baseline)) : '',
    ratio === null ? '' : `${ratio.toFixed(2)} ×`,
    goal ? formatGoal(goal, { median: median(samples), p95: quantile(samples, 0.95), ratio: ratio ?? Number.NaN }) : '',
    note,
  ];
}

function formatGoal({ of, most }: Goal, values: Readonly<Record<Goal['of'], number>>): string {
  return `${of} ≤ ${most}: ${values[of] <= most ? 'met' : 'MISSED'}`;
}

function shortNumber(value: number): string {
  return Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0);
}
