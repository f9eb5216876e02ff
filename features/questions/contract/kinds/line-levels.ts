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
