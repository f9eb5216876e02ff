/** A calculated number without the last digits of binary fractions. */
export function shortNumber(number: number): string {
  return String(Number(number.toPrecision(12)));
}
