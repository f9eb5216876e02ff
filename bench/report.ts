import { cpus, hostname, totalmem, release } from 'node:os';
import { median, quantile, type Samples } from './measure.ts';

/** A measurement with its baseline, on the same machine in the same run. */
export interface Comparison {
  readonly what: string;
  readonly samples: Samples;
  readonly against: string;
  readonly baseline: Samples;
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

function row({ what, samples, against, baseline }: Comparison): string[] {
  const ratio = median(samples) / median(baseline);
  return [
    what,
    milliseconds(median(samples)),
    milliseconds(quantile(samples, 0.95)),
    against,
    milliseconds(median(baseline)),
    `${ratio.toFixed(2)} ×`,
  ];
}

/** The comparisons as a Markdown table with aligned columns, with the name of the machine. Times in milliseconds. */
export function formatReport(comparisons: readonly Comparison[]): string {
  const head = ['what', 'median', 'p95', 'against', 'median', 'ratio'];
  const rows = [head, ...comparisons.map(row)];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const ruler = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [machine(), '', line(head), ruler, ...rows.slice(1).map(line)].join('\n');
}

function machine(): string {
  const processors = cpus();
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${hostname()}: ${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GB, Linux ${release()}, Node ${process.version}. Milliseconds.`;
}
