/** Tasks whose checks notice mistakes, for tests that make these checks worse. */
export interface CheckedTask {
  readonly name: string;
  readonly answer: string;
  /** Each line is one assertion. */
  readonly check: string;
}

/** Fifty tasks in Python: ten kinds with five sets of values each. */
export const CHECKED_TASKS: readonly CheckedTask[] = [1, 2, 3, 4, 5].flatMap((n): CheckedTask[] => {
  const prices = [n, n + 2, 3 * n + 1, 2, 7];
  const list = `[${prices.join(', ')}]`;
  const total = prices.reduce((sum, price) => sum + price, 0);
  const large = prices.filter((price) => price > 3);
  return [
    task(n, 'a sum', `total = ${n} + 40`, `assert total == ${n + 40}`),
    task(n, 'a difference', `left = 90 - ${n}`, `assert left == ${90 - n}`),
    task(n, 'a product', `area = ${n + 2} * 7`, `assert area == ${(n + 2) * 7}`),
    task(n, 'a text', `name = "bread ${n}"`, `assert name == "bread ${n}"`),
    task(n, 'a list', `prices = ${list}`, `assert prices == ${list}`),
    task(n, 'a loop', `total = 0\nfor price in ${list}:\n    total = total + price`, `assert total == ${total}`),
    task(n, 'a filter', `large = [price for price in ${list} if price > 3]`, `assert large == [${large.join(', ')}]`),
    task(n, 'a sorted list', `ranked = sorted(${list}, reverse=True)`, `assert ranked == [${prices.toSorted((a, b) => b - a).join(', ')}]`),
    task(
      n,
      'a function',
      `def double(number):\n    result = number * 2\n    return result\n\nvalue = double(${n + 4})`,
      `assert value == ${2 * n + 8}\nassert double(10) == 20`,
    ),
    task(
      n,
      'a dictionary',
      `stock = {"bread": ${n}, "rolls": ${n + 6}}`,
      `assert stock["bread"] == ${n}
assert stock["rolls"] == ${n + 6}
assert len(stock) == 2`,
    ),
  ];
});

function task(n: number, name: string, answer: string, check: string): CheckedTask {
  return { name: `${name} (${n})`, answer, check };
}

/** The check with both sides of its comparisons the same, so that it is always true. */
export function alwaysTrue(check: string): string {
  return check.replace(/assert (.+?) == .+$/gm, 'assert $1 == $1');
}

/** The check with `>=` in place of `==`, which accepts larger values. */
export function weakened(check: string): string {
  return check.replaceAll('==', '>=');
}
