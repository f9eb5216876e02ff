import type { Fault } from './fault.ts';

/** Returns the text of a file with a fault in it. @throws Error unless the replaced text occurs exactly once */
export function applyFault(text: string, { id, file, find, replace }: Pick<Fault, 'id' | 'file' | 'find' | 'replace'>): string {
  const [before, after, ...more] = text.split(find);
  const count = more.length + (after === undefined ? 0 : 1);
  if (before === undefined || after === undefined || count > 1)
    throw new Error(`The fault ${id} replaces a text that occurs ${count} times in ${file}. It must occur exactly once.`);
  return before + replace + after;
}
