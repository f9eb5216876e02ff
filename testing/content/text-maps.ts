import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { decodeUtf8, encodeUtf8 } from '#platform/content/text-file.ts';

/** Files as texts by path, for readable tests. */
export function asText(files: Files): Record<string, string> {
  return Object.fromEntries([...files].map(([path, bytes]) => [path, decodeUtf8(bytes)]));
}

export function fromText(texts: Readonly<Record<string, string>>): Files {
  return new Map(Object.entries(texts).map(([path, text]) => [path, encodeUtf8(text)]));
}

/** The paths whose bytes differ, including added and removed ones. */
export function changedPaths(before: Files, after: Files): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.filter((path) => before.get(path)?.join() !== after.get(path)?.join()).sort();
}
