/** The level of indentation of each line of a program, from 0: as Python reads it, with any width. */
export function indentLevels(lines: readonly string[]): number[] {
  const open = [0];
  return lines.map((line) => {
    const width = widthOf(line);
    while (open.length > 1 && (open.at(-1) ?? 0) > width) open.pop();
    if (width > (open.at(-1) ?? 0)) open.push(width);
    return open.length - 1;
  });
}

function widthOf(line: string): number {
  const [space = ''] = /^[ \t]*/.exec(line) ?? [];
  return space.replaceAll('\t', '    ').length;
}
