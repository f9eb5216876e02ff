/** What docs/ARCHITECTURE.md says about the files that a save or a run passes through. */
export interface Way {
  /** From the heading: `save`, `run`. */
  readonly name: string;
  /** The number of TypeScript files that the text states, and that of Python files inside the sandbox. */
  readonly stated: { readonly typescript: number; readonly python: number };
  /** Paths in order, by where the files run: `page`, `server`, `runner`, `sandbox`. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** Reads the lists of files: a line that states their number, then an item for each place where they run. */
export function readWays(text: string): Way[] {
  return text.split(/^## The way of a /m).flatMap((section) => {
    const name = /^\w+/.exec(section)?.[0] ?? '';
    const list =
      /^It passes through (\d+) TypeScript files(?:, and (\d+) Python files in the sandbox)?:\n\n((?:- .*\n(?: {2}.*\n)*)+)/m.exec(section);
    if (!list) return [];
    const [, typescript, python = '0', items = ''] = list;
    const files = items
      .split(/^- /m)
      .slice(1)
      .map((item): [string, string[]] => [/^\w+/.exec(item)?.[0] ?? '', [...item.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')]);
    return [{ name, stated: { typescript: Number(typescript), python: Number(python) }, files: new Map(files) }];
  });
}

/** How many files of each language a way has. */
export function countFiles({ files }: Way): Way['stated'] {
  const all = [...new Set([...files.values()].flat())];
  const python = all.filter((path) => path.endsWith('.py')).length;
  return { typescript: all.length - python, python };
}
