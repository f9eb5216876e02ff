import { numberOfFolder } from './lesson-name.ts';

/** A lesson, course or path of a release. */
export interface Numbered {
  readonly folder: string;
  readonly sequence: number;
  readonly title: string;
}

/** The folders in a commit of main, where the branch began, and in the branch. */
interface Folders {
  readonly main: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
  readonly head: ReadonlySet<string>;
}

/**
 * Names what the merge would add beside another of the same number. The rows of main may be older than its commit: then the folder's name
 * tells the number.
 */
export function numberClashes(
  noun: string,
  rows: { readonly own: readonly Numbered[]; readonly main: readonly Numbered[] },
  { main, base, head }: Folders,
): string[] {
  const known = new Map(rows.main.map((row) => [row.folder, row]));
  const taken = new Map<number, string>();
  for (const folder of main) {
    // The branch deletes it.
    if (base.has(folder) && !head.has(folder)) continue;
    const number = known.get(folder)?.sequence ?? numberOfFolder(folder);
    if (number !== null) taken.set(number, known.get(folder)?.title || folder);
  }
  return rows.own.flatMap(({ folder, sequence, title }) => {
    const other = taken.get(sequence);
    if (other === undefined || main.has(folder) || !head.has(folder)) return [];
    const here = `${noun} ${sequence} “${title || folder}”`;
    return [`${here}: main has another one with this number, “${other}”. Give this one a different number, or remove it from the release.`];
  });
}
