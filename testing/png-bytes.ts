import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number];

/** A minimal PNG of one color. Sizes in pixels. */
export function pngBytes(width: number, height: number, color: Color = [40, 90, 160]): Buffer {
  // Each line starts with its filter: none.
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(color))]);
  return pngOf(
    width,
    height,
    Array.from({ length: height }, () => line),
  );
}

/** A PNG whose pixels all differ, as in a photograph. */
export function noisyPng(width: number, height: number): Buffer {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) & 255;
  const line = () => Buffer.from([0, ...Array.from({ length: width * 3 }, next)]);
  return pngOf(width, height, Array.from({ length: height }, line));
}

function pngOf(width: number, height: number, lines: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each of red, green and blue.
  header.set([8, 2], 8);
  const pixels = deflateSync(Buffer.concat(lines));
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([sign, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
