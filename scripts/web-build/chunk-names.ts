/** What is looked at of a file that the bundler made. */
export interface BuiltChunk {
  fileName: string;
  /** The module that it was made for: a page, a part that is loaded on demand; null: shared by some. */
  facadeModuleId: string | null;
  /** The files that must be there before it. */
  imports: readonly string[];
  /** The files that it loads when they are wanted. */
  dynamicImports: readonly string[];
  moduleIds: readonly string[];
}

/**
 * Names the file that each module goes into, by module, so that what people wait for comes in a few files instead of a hundred: by
 * itself the bundler makes a file for every set of pages that share something. What any page of `first` needs is one file; what else
 * the others need is a file for each set of `others` that shares it. A module imports only what is needed by all who need it, so no two
 * of these files import each other. What a page of `apart` ever loads is left as it is, and so is what none of these needs.
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

/** The files that any of some pages needs before it can run; by another `next`, what else that names. */
function filesOf(
  chunks: readonly BuiltChunk[],
  pages: readonly string[],
  next: (chunk: BuiltChunk) => readonly string[] = ({ imports }) => imports,
): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const todo = pages.map((page) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
    if (!chunk) throw new Error(`There is no file of ${page}.`);
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
