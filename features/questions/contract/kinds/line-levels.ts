/** The level of indentation of each line of a program, as Python reads it, with any width. The leftmost line has level 0. */
export function indentLevels(lines: readonly string[]): number[] {
  const widths = lines.map(widthOf);
  const open = [widths.reduce((least, width) => Math.min(least, width), Number.POSITIVE_INFINITY)];
  return widths.map((width) => {
    while (open.length > 1 && (open.at(-1) ?? 0) > width) open.pop();
    if (width > (open.at(-1) ?? 0)) open.push(width);
    return open.length - 1;
  });
}

function widthOf(line: string): number {
  const [space = ''] = /^[ \t]*/.exec(line) ?? [];
  return space.replaceAll('\t', '    ').length;
}

/**
 * The levels that Python reads in the indentation that learners gave, which may be deeper than it has to be.
 *
 * @returns null where a line goes back to a level that no line before it has
 */
export function givenLevels(indents: readonly number[]): number[] | null {
  const open = [0];
  const levels: number[] = [];
  for (const indent of indents) {
    while ((open.at(-1) ?? 0) > indent) open.pop();
    if (indent > (open.at(-1) ?? 0)) {
      // It is the level of the line before it, or a new one.
      const before = levels.length === 0 ? 0 : (indents[levels.length - 1] ?? 0);
      if (indent < before) return null;
      open.push(indent);
    }
    levels.push(open.length - 1);
  }
  return levels;
}
