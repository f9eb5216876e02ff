import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import { Store } from '#platform/web/store.ts';

/**
 * How often an assessment was handed in, in this browser: kept over reloads, and the same in all tabs that show the build. The result itself
 * belongs to a tab, as the answers do.
 */
export class HandedIn extends Store<number> {
  readonly #name: string;

  constructor(name: string) {
    super(read(name) ?? 0);
    this.#name = name;
  }

  /** Follows the other tabs. Returns how to end it. */
  readonly follow = (): (() => void) => {
    const listener = ({ key }: StorageEvent) => (key === this.#name || key === null) && this.refresh();
    globalThis.addEventListener('storage', listener);
    return () => globalThis.removeEventListener('storage', listener);
  };

  /** Returns the number as it is now: another tab may just have handed in. */
  readonly refresh = (): number => {
    const stored = read(this.#name) ?? this.state();
    if (stored !== this.state()) this.show(stored);
    return stored;
  };

  readonly count = (): void => {
    this.show(this.refresh() + 1);
    try {
      localStorage.setItem(this.#name, String(this.state()));
    } catch {
      // Then it holds until the page is closed.
    }
  };
}

/** How often it can still be handed in; null: as often as one likes. */
export function triesAfter(handedIn: number, { tries }: Pick<PreviewLesson, 'tries'>): number | null {
  return tries === null ? null : Math.max(0, tries - handedIn);
}

function read(name: string): number | null {
  try {
    const stored = Number(localStorage.getItem(name) ?? Number.NaN);
    return Number.isInteger(stored) && stored >= 0 ? stored : null;
  } catch {
    return null;
  }
}
