/** A table or view of a database, and the statement that made it. */
export interface SchemaEntry {
  readonly name: string;
  readonly sql: string;
}

const HEADER = new TextEncoder().encode('SQLite format 3\0');
const INTERIOR = 5;
const LEAF = 13;
/** Most pages of the schema that are read: damaged files can refer to any. */
const MOST_PAGES = 1_000;

/** Whether bytes are the beginning of a SQLite database. */
export function isSqlite(bytes: Uint8Array): boolean {
  return HEADER.every((byte, index) => bytes[index] === byte);
}

/**
 * The tables and views of a SQLite database, read from the beginning of its file without opening it as a database, as its format is
 * documented at https://sqlite.org/fileformat2.html. Parts that lie beyond the bytes, or are damaged, are left out.
 */
export function readSqliteSchema(bytes: Uint8Array): SchemaEntry[] {
  if (!isSqlite(bytes)) return [];
  const found: SchemaEntry[] = [];
  try {
    for (const cell of new SqlitePages(bytes).cells()) {
      const [kind, name, , , sql] = cell;
      const isShown = (kind === 'table' || kind === 'view') && name !== undefined && !name.startsWith('sqlite_');
      if (isShown) found.push({ name, sql: sql ?? '' });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** The pages of the tree that has the schema: it begins on the first one. */
class SqlitePages {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #pageSize: number;
  /** Bytes of a page without what extensions reserve. */
  readonly #usable: number;
  readonly #decoder: TextDecoder;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.#view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - this.#view.getUint8(20);
    this.#decoder = new TextDecoder({ 2: 'utf-16le', 3: 'utf-16be' }[this.#view.getUint32(56)] ?? 'utf-8');
  }

  /** The rows of the schema: kind, name, table, root page and statement. */
  *cells(): Generator<(string | undefined)[]> {
    const pages = [1];
    for (let read = 0; pages.length > 0 && read < MOST_PAGES; read++) {
      const start = ((pages.shift() ?? 1) - 1) * this.#pageSize;
      if (start < 0 || start + this.#pageSize > this.#bytes.length) continue;
      const header = start === 0 ? 100 : start;
      const kind = this.#view.getUint8(header);
      const count = this.#view.getUint16(header + 3);
      const pointers = header + (kind === INTERIOR ? 12 : 8);
      for (let index = 0; index < count; index++) {
        const cell = start + this.#view.getUint16(pointers + 2 * index);
        if (kind === INTERIOR) pages.push(this.#view.getUint32(cell));
        if (kind === LEAF) yield this.#row(cell);
      }
      if (kind === INTERIOR) pages.push(this.#view.getUint32(header + 8));
    }
  }

  #row(cell: number): (string | undefined)[] {
    const [size, afterSize] = varint(this.#view, cell);
    const [, start] = varint(this.#view, afterSize);
    const record = this.#payload(start, size);
    const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
    const [headerSize, firstType] = varint(view, 0);
    const values: (string | undefined)[] = [];
    let at = headerSize;
    for (let next = firstType; next < headerSize;) {
      const [type, after] = varint(view, next);
      const length = lengthOf(type);
      const isText = type >= 13 && type % 2 === 1;
      values.push(isText ? this.#decoder.decode(record.subarray(at, at + length)) : undefined);
      at += length;
      next = after;
    }
    return values;
  }

  /** The bytes of a row, which continue on other pages if they are many. */
  #payload(start: number, size: number): Uint8Array {
    const local = this.#localSize(size);
    if (size > this.#bytes.length) throw new RangeError('The row is longer than the file.');
    const record = new Uint8Array(size);
    record.set(this.#bytes.subarray(start, start + local));
    let filled = local;
    let page = filled < size ? this.#view.getUint32(start + local) : 0;
    while (filled < size && page !== 0) {
      const from = (page - 1) * this.#pageSize;
      page = this.#view.getUint32(from);
      const part = this.#bytes.subarray(from + 4, from + 4 + Math.min(this.#usable - 4, size - filled));
      if (part.length === 0) throw new RangeError('The page is not in these bytes.');
      record.set(part, filled);
      filled += part.length;
    }
    return record;
  }

  /** How many bytes of a row are on its own page. */
  #localSize(size: number): number {
    const most = this.#usable - 35;
    if (size <= most) return size;
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const rest = least + ((size - least) % (this.#usable - 4));
    return rest <= most ? rest : least;
  }
}

/** A number of one to nine bytes, and where it ends. Those of the schema fit into what JavaScript counts exactly. */
function varint(view: DataView, from: number): [value: number, end: number] {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = view.getUint8(from + index);
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, from + index + 1];
  }
  return [value * 256 + view.getUint8(from + 8), from + 9];
}

/** The bytes of a value by its type. */
function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0;
}
