/** Calls that read tables in Python and R, with the name of a file beside the code. */
const READS =
  /\b(?:read_(?:csv|excel|json|table|parquet|feather)|read\.(?:csv|table|delim)|readRDS|loadtxt|genfromtxt)\(\s*(["'])([^"'\\\n]+)\1/g;

/** The files that code reads by name, with the offset of each name. Only a hint, because code may create a file before reading it. */
export function filesReadBy(code: string): { name: string; start: number }[] {
  return Array.from(code.matchAll(READS), ({ index, 0: call, 2: name = '' }) => ({ name, start: index + call.length - 1 - name.length }));
}
