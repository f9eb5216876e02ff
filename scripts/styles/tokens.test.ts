import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEANINGS } from '#platform/web/ui/meanings.ts';

const SHEET = readFileSync(join(import.meta.dirname, '../../platform/web/ui/tokens.css'), 'utf8');
const SCHEMES = ['light', 'dark'] as const;
/** The bodies of the pages. */
const BODY = { light: '#ffffff', dark: '#242424' };

function colourOf(name: string, scheme: (typeof SCHEMES)[number]): string {
  const [, light, dark] = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(SHEET) ?? [];
  const colour = scheme === 'light' ? light : dark;
  if (colour === undefined) throw new Error(`tokens.css has no --color-${name}.`);
  return colour;
}

/** As in WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

it('a contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  it.each(MEANINGS)('the text of "%s" can be read on its ground and on the page', (meaning) => {
    const text = colourOf(meaning, scheme);
    expect(contrast(text, colourOf(`${meaning}-ground`, scheme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, BODY[scheme])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MEANINGS)('the signs of "%s" are seen on the page', (meaning) => {
    expect(contrast(colourOf(`${meaning}-edge`, scheme), BODY[scheme])).toBeGreaterThanOrEqual(3);
  });
});
