import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

type Open = () => Promise<Readable | Uint8Array>;

/** A file to add to a zip. */
export type NewZipEntry =
  /** Small content that is in memory. It is compressed. */
  | { readonly path: string; readonly bytes: Uint8Array }
  /**
   * Content that is opened when its turn comes, one file at a time. With its `size` in bytes it is stored uncompressed,
   * so that the zip's size is known in advance and only the disk limits the speed; without, it is compressed.
   */
  | { readonly path: string; readonly size?: number; readonly open: Open };

/** A zip that is being created. Destroying `stream` stops it. */
export interface ZipStream {
  readonly stream: Readable;
  /** In bytes; null if anything in it is compressed. */
  readonly size: number | null;
}

/** For every entry, so that zips of the same files are identical whenever they are created. */
const OPTIONS = { mtime: new Date(Date.UTC(2000, 0, 1)), mode: 0o100644 } as const;

/**
 * Creates a zip while it is read: as fast as the reader consumes it, with one file open at a time. Entries are listed
 * first and opened later. A file that can't be opened, or whose length isn't its `size`, fails the stream.
 *
 * @throws Error for a path that no zip may contain, and what `entries` throws.
 */
export async function writeZip(entries: Iterable<NewZipEntry> | AsyncIterable<NewZipEntry>): Promise<ZipStream> {
  const all: NewZipEntry[] = [];
  for await (const entry of entries) all.push(entry);
  const zip = new ZipFile();
  const stream = new PassThrough();
  zip.on('error', (error: Error) => stream.destroy(error));
  const openInTurn = openerFor(stream);
  try {
    for (const entry of all) addEntry(zip, entry, openInTurn);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  const size = await new Promise<number>((resolve) => zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void));
  zip.outputStream.pipe(stream);
  return { stream, size: size < 0 ? null : size };
}

type Give = (error: null, bytes: Readable) => void;

function addEntry(zip: ZipFile, entry: NewZipEntry, openInTurn: (open: Open, give: Give) => void): void {
  if ('bytes' in entry) return zip.addBuffer(Buffer.from(entry.bytes), entry.path, OPTIONS);
  const { path, size, open } = entry;
  zip.addReadStreamLazy(path, size === undefined ? OPTIONS : { ...OPTIONS, size, compress: false }, (give) => openInTurn(open, give));
}

/** Opens the entries of a zip one at a time. Aborting the zip closes them. */
function openerFor(zip: PassThrough): (open: Open, give: Give) => void {
  const fail = (error: Error) => zip.destroy(error);
  let current: Readable | null = null;
  zip.once('close', () => current?.destroy());
  return (open, give) => {
    if (zip.destroyed) return;
    asStream(open).then((bytes) => {
      current = bytes.once('error', fail);
      if (zip.destroyed) bytes.destroy();
      else give(null, bytes);
    }, fail);
  };
}

async function asStream(open: Open): Promise<Readable> {
  const content = await open();
  if (!(content instanceof Uint8Array)) return content;
  const stream = new PassThrough();
  stream.end(content);
  return stream;
}
