/** The fewest characters to insert, remove, replace or swap with their neighbor (optimal string alignment). */
export function editDistance(from: string, to: string): number {
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
