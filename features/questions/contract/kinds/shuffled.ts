/**
 * Items in an order that only depends on the seed; every order is as likely as any other. Not secret.
 *
 * @returns the index in `items` of each place
 */
export function shuffledIndexes(count: number, seed: string): number[] {
  const next = numbersFrom(seed);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}

/** Numbers from 0 to below 1: splitmix32 over a 32-bit FNV-1a hash of the seed. */
export function numbersFrom(seed: string): () => number {
  let state = 0x81_1c_9d_c5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01_00_01_93);
  return () => {
    state = (state + 0x9e_37_79_b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
