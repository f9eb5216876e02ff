/** Whether two texts are the same: however their characters are encoded, é as one character or as e with an accent. */
export function sameText(one: string, other: string): boolean {
  return one === other || one.normalize() === other.normalize();
}
