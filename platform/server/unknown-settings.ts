import { RUNNER_SETTINGS } from '#platform/contract/runner-settings.ts';
import { SETTINGS } from './config.ts';

const PREFIX = 'LESSONWRIGHT_';
/** Read by scripts around the server, or set by the product for its own processes. */
const ELSEWHERE = ['LESSONWRIGHT_INSTALL', 'LESSONWRIGHT_SUPERVISOR', 'LESSONWRIGHT_HEARTBEAT', 'LESSONWRIGHT_REPLACED'];
const KNOWN: ReadonlySet<string> = new Set([...SETTINGS, ...RUNNER_SETTINGS, ...ELSEWHERE]);
/** Names that differ in more characters are not taken for a slip. */
const FARTHEST = 4;

/** Variables with our prefix that nothing reads: each as a sentence, with the setting that was probably meant. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN.has(name))
    .sort()
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a setting and has no effect.${meant === null ? '' : ` Did you mean ${meant}?`}`;
    });
}

function nearestSetting(name: string): string | null {
  const [best] = [...KNOWN].map((known) => ({ known, far: distance(name, known) })).sort((one, other) => one.far - other.far);
  return best !== undefined && best.far <= FARTHEST ? best.known : null;
}

/** The fewest characters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const cells = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const above = rows[row - 1] ?? [];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      cells.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (cells[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + cost,
          isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    rows.push(cells);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
