import type { RunFile } from '#platform/contract/run-outcome.ts';

/** How to show a file that a run wrote. */
export type FileView = { kind: 'text'; text: string } | { kind: 'image'; address: string } | { kind: 'none' };

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The bytes of a file; null: not stored. */
export function bytesOf(file: RunFile): Uint8Array<ArrayBuffer> | null {
  return file.content === null ? null : Uint8Array.from(atob(file.content), (character) => character.codePointAt(0) ?? 0);
}

/** Pictures are shown as such, UTF-8 as text; other files can only be downloaded. */
export function viewOf(file: RunFile): FileView {
  const bytes = bytesOf(file);
  if (bytes === null) return { kind: 'none' };
  const type = IMAGES[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (type) return { kind: 'image', address: `data:${type};base64,${file.content}` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? { kind: 'none' } : { kind: 'text', text };
  } catch {
    return { kind: 'none' };
  }
}

/** A file size: `14 B`, `2.5 kB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}
