import { withHiddenShown } from '#platform/contract/one-line.ts';
import type { Output } from './command.ts';

/** What of a text isn't hidden: ends of lines, tabs, and the colors of the report. */
const KEPT = new RegExp(String.raw`(\r?\n|\t|\u001b\[3[1369]m)`);

/**
 * An output for texts of others: of files of a clone, and of servers. What a terminal would obey instead of showing it, and what turns the
 * direction of a text, is written like `\\u001b`. In JSON it means the same.
 */
export function plainOutput({ print, note, isTerminal }: Output): Output {
  return { print: (line) => print(plain(line)), note: (line) => note(plain(line)), isTerminal };
}

function plain(text: string): string {
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 0 ? withHiddenShown(part) : part))
    .join('');
}
