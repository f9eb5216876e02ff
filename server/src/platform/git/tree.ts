import { isUtf8 } from 'node:buffer';

export type TreeEntryKind = 'file' | 'folder' | 'symlink' | 'submodule';

export interface TreeEntry {
  readonly kind: TreeEntryKind;
  /** Null: the name is not UTF-8, so a path can't contain it. */
  readonly name: string | null;
  readonly oid: string;
  readonly isExecutable: boolean;
}

const OID_BYTES = 20;
const KINDS: Readonly<Record<string, TreeEntryKind>> = { '4': 'folder', '12': 'symlink', '16': 'submodule', '10': 'file' };

/** The entries of a tree object, in git's order: `<mode> <name>\0<oid>` one after another. */
export function parseTree(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + OID_BYTES > bytes.length) throw new Error('Damaged tree object.');
    const mode = bytes.toString('latin1', at, space);
    const name = bytes.subarray(space + 1, end);
    at = end + 1 + OID_BYTES;
    entries.push({
      kind: KINDS[mode.replace(/^0/, '').slice(0, -4)] ?? 'file',
      name: isUtf8(name) ? name.toString('utf8') : null,
      oid: bytes.toString('hex', end + 1, at),
      isExecutable: mode.endsWith('755'),
    });
  }
  return entries;
}
