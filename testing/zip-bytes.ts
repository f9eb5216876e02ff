import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a handcrafted zip; omitted fields are correct. */
export interface ZipEntry {
  name: string | Buffer;
  bytes?: string | Uint8Array;
  /** A Unix mode with its type, such as 0o120777 for a link. */
  mode?: number;
  /** The claimed size, correct or not. */
  size?: number;
  crc?: number;
  /** Bit 0: encrypted. Bit 11: the name is UTF-8. */
  flags?: number;
  method?: number;
  isDeflated?: boolean;
}

/** A zip with these entries, valid or not. `entryCount` is the claimed number. */
export function zipBytes(entries: readonly ZipEntry[], { entryCount = entries.length }: { entryCount?: number } = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const plain = Buffer.from(entry.bytes ?? '');
    const data = entry.isDeflated ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt16LE(entry.method ?? (entry.isDeflated ? 8 : 0), 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(entry.crc ?? crc32(plain), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(entry.size ?? plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const record = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, name]));
    local.push(record);
    offset += record.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
