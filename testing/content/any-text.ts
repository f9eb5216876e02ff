import * as fc from 'fast-check';

const [SURROGATES, LAST] = [0xd800, 0x10ffff];
const COUNT = 0x800;

const anyCharacter = fc
  .integer({ min: 0, max: LAST - COUNT })
  .map((index) => String.fromCodePoint(index < SURROGATES ? index : index + COUNT));

/** Text of any characters, like the unit `binary`, which lists all of Unicode before it makes the first text: a second per worker. */
export function anyText(lengths: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: anyCharacter });
}
