import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

type Open = () => Promise<Readable | Uint8Array>;

/** A file that goes into a zip. */
export type NewZipEntry =
  /** What is at hand anyway, and small. It is packed. */
  | { readonly path: string; readonly bytes: Uint8Array }
  /**
   * What is opened when its turn comes, one file at a time. With its `size` in bytes it goes in as it is, so that the size of the
   * zip is known from the start and the disk alone bounds the pace; without, it is packed.
   */
  | { readonly path: string; readonly size?: number; readonly open: Open };

/** A zip while it is made. Whoever destroys `stream` ends the making. */
export interface ZipStream {
  readonly stream: Readable;
  /** In bytes; null when something in it is packed. */
  readonly size: number | null;
}

/** Of every entry: zips of the same files are alike, whenever they are made. */
const OPTIONS = { mtime: new Date(Date.UTC(2000, 0, 1)), mode: 0o100644 } as const;

/**
 * Makes a zip while it is read: no faster than the reader takes it, one file open at a time. The entries are listed first, and opened
 * later. What cannot be opened, and a file whose length is not its `size`, break the stream off with their error.
 *
 * @throws Error for a path that no zip may have, and what `entries` throws.
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

/** Opens one entry after another for a zip. Whoever breaks the zip off leaves none of them open. */
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
