import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { mergedLineEnd } from '#platform/content/line-ends.ts';
import { conflictRegions, mergeText } from '#platform/content/merge.ts';
import { decodeUtf8, encodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, YamlError } from '#platform/content/yaml/document.ts';
import type { MergeConflicts, Sides } from './merge-conflicts.ts';

/** Larger files are resolved as a whole, in bytes: comparing them side by side isn't practical. */
const TEXT_BYTES_MAX = 256 * 1024;

type Versions = Sides<Uint8Array | undefined>;

/** The versions of one file in a lesson folder. */
export function versionsOf(sides: Sides<Files>, path: string): Versions {
  return { base: sides.base.get(path), mine: sides.mine.get(path), theirs: sides.theirs.get(path) };
}

/** The result if only one side changed a file, or both equally; null: both changed it. */
export function clearVersion({ base, mine, theirs }: Versions): { bytes: Uint8Array | undefined } | null {
  if (isSameFile(mine, theirs) || isSameFile(base, theirs)) return { bytes: mine };
  return isSameFile(base, mine) ? { bytes: theirs } : null;
}

/**
 * Merges a file that both sides changed and whose contents are merged elsewhere (`merge-lesson.ts`): by line, with mine on
 * conflict. This keeps unknown keys and comments of both sides.
 */
export function mergePreferringTheirs(path: string, { base, mine, theirs }: Versions): Uint8Array | undefined {
  if (!mine || !theirs) return mine ?? theirs;
  if (![mine, theirs, base ?? theirs].every(isUtf8)) return theirs;
  const texts = [base ? decodeUtf8(base) : '', decodeUtf8(mine), decodeUtf8(theirs)] as const;
  const lines = conflictRegions(...texts).flatMap((region) => (region.kind === 'mine' ? region.mine : region.theirs));
  const text = lines.join(mergedLineEnd(...texts));
  return path.endsWith('.yaml') && !isYaml(text) ? theirs : encodeUtf8(text);
}

/** Merges a file without a known format that both sides changed: by line, or as a conflict. */
export function mergeOtherFile(merger: MergeConflicts, path: string, versions: Versions): Uint8Array | undefined {
  const { base, mine, theirs } = versions;
  const isText = [base, mine, theirs].every((bytes) => !bytes || (bytes.length <= TEXT_BYTES_MAX && isUtf8(bytes)));
  if (isText && mine && theirs) {
    const text = mergeText(base ? decodeUtf8(base) : '', decodeUtf8(mine), decodeUtf8(theirs));
    if (text !== null) return encodeUtf8(text);
  }
  const shown = (bytes: Uint8Array | undefined) => (bytes ? (isText ? decodeUtf8(bytes) : description(bytes)) : null);
  const chosen = merger.ask({ key: `file.${path}`, label: `File ${path}`, base: shown(base), mine: shown(mine), theirs: shown(theirs) });
  if (chosen === null) return undefined;
  if (typeof chosen === 'string') return encodeUtf8(chosen);
  return JSON.stringify(chosen) === JSON.stringify(shown(theirs)) ? theirs : mine;
}

/**
 * Settles what one side has as a file and the other one as a folder, which can't both be there: by a conflict about the file. Changes
 * `merged`.
 */
export function settleFoldersNamedAsFiles(merger: MergeConflicts, sides: Sides<Files>, merged: Map<string, Uint8Array>): void {
  for (const [file, below] of Map.groupBy(merged.keys(), (path) => fileAbove(path, merged))) {
    if (file === null) continue;
    const { base, mine, theirs } = versionsOf(sides, file);
    const shown = (bytes: Uint8Array | undefined) => (bytes ? description(bytes) : null);
    const label = `File ${file}, which is a folder on the other side`;
    // Whether to keep the changed file may be a question already.
    const chosen = merger.ask({ key: `folder.${file}`, label, base: shown(base), mine: shown(mine), theirs: shown(theirs) });
    for (const path of chosen === null ? [file] : below) merged.delete(path);
  }
}

/** The file whose name a folder of the path has; null: there is none. */
function fileAbove(path: string, files: { has(path: string): boolean }): string | null {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    if (files.has(path.slice(0, at))) return path.slice(0, at);
  }
  return null;
}

function description(bytes: Uint8Array): { bytes: number; sha256: string } {
  return { bytes: bytes.length, sha256: bytesToHex(sha256(bytes)) };
}

export function isSameFile(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function isSameFolder(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([path, bytes]) => isSameFile(bytes, b.get(path)));
}

function isYaml(text: string): boolean {
  try {
    parseYaml(text);
    return true;
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

/**
 * Resolves a folder that needs no merging: both sides are equal, or only one changed or deleted it. Null: both changed it.
 *
 * @param key of the conflict about keeping it
 */
export function mergeAsUnit(
  merger: MergeConflicts,
  { base, mine, theirs }: Sides<Files>,
  key: string,
  titleOf: (files: Files) => string,
): Files | null {
  if (isSameFolder(mine, theirs) || isSameFolder(base, theirs)) return mine;
  if (isSameFolder(base, mine)) return theirs;
  if (mine.size > 0 && theirs.size > 0) return null;
  const left = mine.size === 0 ? theirs : mine;
  const isKept = merger.askToKeep(key, titleOf(left), { mine: mine.size > 0, theirs: theirs.size > 0 });
  return isKept ? left : new Map();
}
