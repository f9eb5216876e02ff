/** How much the parts measure: everything, or with `--smoke` as little as shows that a part works. */
export class Sizes {
  readonly isSmoke: boolean;

  constructor({ isSmoke }: { isSmoke: boolean }) {
    this.isSmoke = isSmoke;
  }

  /** A size, such as a number of lessons, that a smoke run replaces by a small one. */
  of(whole: number, small: number): number {
    return this.isSmoke ? Math.min(small, whole) : whole;
  }

  /** How often something is measured, or warms up. */
  times(whole: number): number {
    return this.of(whole, 1);
  }
}
