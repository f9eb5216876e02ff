/** The part of the bundler's chunk that is used here. */
export interface BuiltChunk {
  fileName: string;
  /** The module that it was made for: a page, or a part loaded on demand; null: it is shared. */
  facadeModuleId: string | null;
  /** The chunks that must be loaded before it. */
  imports: readonly string[];
  /** The chunks that it loads on demand. */
  dynamicImports: readonly string[];
  moduleIds: readonly string[];
}

/**
 * Assigns each module to a named chunk, so that a page loads a few files instead of a hundred: by default the bundler makes a
 * file for every set of pages that share something. What any page of `first` needs is one file; what else the others need is one
 * file per set of `others` that share it. A module only imports what everyone who needs it also needs, so none of these files
 * import each other in a cycle. What a page of `apart` loads stays unchanged, and so does what none of the pages needs.
 */
export function chunkNames(
  chunks: readonly BuiltChunk[],
  { first, others, apart }: { first: readonly string[]; others: readonly string[]; apart: readonly string[] },
): Map<string, string> {
  const isApart = filesOf(chunks, apart, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const isFirst = filesOf(chunks, first);
  const needs = others.map((page) => ({ page, files: filesOf(chunks, [page]) }));
  const names = new Map<string, string>();
  for (const { fileName, moduleIds } of chunks) {
    if (isApart.has(fileName)) continue;
    const users = needs.filter(({ files }) => files.has(fileName)).map(({ page }) => stem(page));
    const name = isFirst.has(fileName) ? 'first' : users.join('+');
    if (name !== '') for (const id of moduleIds) names.set(id, name);
  }
  return names;
}

/** The chunks that any of some pages needs before it can run; with another `next`, what that names. */
function filesOf(
  chunks: readonly BuiltChunk[],
  pages: readonly string[],
  next: (chunk: BuiltChunk) => readonly string[] = ({ imports }) => imports,
): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const todo = pages.map((page) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
    if (!chunk) throw new Error(`There is no chunk for ${page}.`);
    return chunk.fileName;
  });
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const chunk = byName.get(file);
    if (chunk) todo.push(...next(chunk));
  }
  return found;
}

function stem(page: string): string {
  return page.replace(/^.*\//, '').replace(/\.\w+$/, '');
}
