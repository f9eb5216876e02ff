import { PNG } from 'pngjs';

/** Larger pictures are hardly of code, and take too long. */
const MOST_PIXELS = 6_000_000;
/** In a picture of code or a diagram, one color fills at least this share. In a photo, none does. */
const BACKGROUND_SHARE = 0.5;
/** Rarer colors are edges of letters, or a mark at the border. */
const COLOR_SHARE = 0.002;
/** Colors are counted with so many bits of each channel. */
const BITS = 5;

/**
 * The highest contrast of any color of a PNG to its background, from 1 to 21. Null: it can't be computed, because the file is of
 * another format, is a photo, has transparent parts, or has nothing but its background.
 */
export function contrastOf(bytes: Buffer): number | null {
  // The header of a PNG has its size at these places.
  if (bytes.length < 24 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > MOST_PIXELS) return null;
  let data: Buffer;
  try {
    ({ data } = PNG.sync.read(bytes));
  } catch {
    return null;
  }
  const pixels = data.length / 4;
  const counts = new Uint32Array(1 << (3 * BITS));
  for (let at = 0; at < data.length; at += 4) {
    // What is behind it depends on the theme of the page.
    if ((data[at + 3] ?? 0) < 255) return null;
    const color = (step(data[at]) << (2 * BITS)) | (step(data[at + 1]) << BITS) | step(data[at + 2]);
    counts[color] = (counts[color] ?? 0) + 1;
  }
  const background = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0));
  if ((counts[background] ?? 0) < BACKGROUND_SHARE * pixels) return null;
  const others = [...counts.keys()].filter((color) => color !== background && (counts[color] ?? 0) >= COLOR_SHARE * pixels);
  if (others.length === 0) return null;
  const behind = luminance(background);
  return Math.max(...others.map((color) => ratio(luminance(color), behind)));
}

const step = (channel = 0) => channel >> (8 - BITS);

/** The luminance of a counted color, as WCAG defines it. */
function luminance(color: number): number {
  const most = (1 << BITS) - 1;
  const [red, green, blue] = [color >> (2 * BITS), (color >> BITS) & most, color & most].map((value) => {
    const share = value / most;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
