import { parseSync } from 'oxc-parser';

/** A regular expression in our code, as it is written there: `/…/flags`. */
export interface FoundPattern {
  readonly written: string;
  /** `file:line`. */
  readonly place: string;
}

/** The regular expressions in a file. Those that are put together from texts aren't found. */
export function findPatterns(path: string, source: string): FoundPattern[] {
  const found: FoundPattern[] = [];
  const { program } = parseSync(path, source);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return undefined;
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number };
    if (regex && start !== undefined)
      found.push({ written: `/${regex.pattern}/${regex.flags}`, place: `${path}:${source.slice(0, start).split('\n').length}` });
    for (const child of Object.values(node)) visit(child);
    return undefined;
  };
  visit(program);
  return found;
}
