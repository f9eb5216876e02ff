/** Most screens of visitors that are remembered. */
const KEPT = 20_000;

interface Tries {
  readonly wrong: number;
  readonly isSolved: boolean;
}

/** One visitor's work on one screen of a link. */
export interface TriedScreen {
  readonly linkId: number;
  readonly visitor: string;
  /** Counted from 1. */
  readonly screen: number;
}

/** A submission that is being judged. */
export interface Attempt {
  judged(isRight: boolean): void;
  /** Call it whatever became of the submission. */
  end(): void;
}

/** How often visitors submitted on their screens. Nothing is stored: a restart of the server forgets it. */
export class GuestTries {
  readonly #tries = new Map<string, Tries>();
  readonly #kept: number;
  /** Equal submissions of a visitor that are judged at the same time. */
  readonly #open = new Map<string, { attempts: number; isCounted: boolean }>();

  constructor(kept = KEPT) {
    this.#kept = kept;
  }

  /** Begins to judge a submission. Equal ones that overlap, as those of a double click or of two tabs, are one try. */
  begin(tried: TriedScreen, submitted: string): Attempt {
    const key = `${keyOf(tried)} ${submitted}`;
    const same = this.#open.get(key) ?? { attempts: 0, isCounted: false };
    same.attempts++;
    this.#open.set(key, same);
    return {
      judged: (isRight) => {
        if (!isRight && same.isCounted) return;
        same.isCounted ||= !isRight;
        this.#count(tried, isRight);
      },
      end: () => {
        if (--same.attempts === 0) this.#open.delete(key);
      },
    };
  }

  #count(tried: TriedScreen, isRight: boolean): void {
    const key = keyOf(tried);
    const { wrong, isSolved } = this.#tries.get(key) ?? { wrong: 0, isSolved: false };
    // Those that were used last are kept.
    this.#tries.delete(key);
    this.#tries.set(key, { wrong: isRight ? wrong : wrong + 1, isSolved: isSolved || isRight });
    for (const oldest of this.#tries.keys()) {
      if (this.#tries.size <= this.#kept) break;
      this.#tries.delete(oldest);
    }
  }

  /** How many submissions are left before the solution can be seen; 0: none. */
  leftBefore(tried: TriedScreen, solutionAfter: number): number {
    const { wrong = 0, isSolved = false } = this.#tries.get(keyOf(tried)) ?? {};
    return isSolved ? 0 : Math.max(0, solutionAfter - wrong);
  }
}

function keyOf({ linkId, visitor, screen }: TriedScreen): string {
  return `${linkId} ${visitor} ${screen}`;
}
