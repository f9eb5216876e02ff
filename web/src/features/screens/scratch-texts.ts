import type { LiveText } from '#web/ui/code-editor/live-text.ts';
import type { ScratchId } from './code-tab-texts.ts';

export type StoredScratch = Partial<Record<ScratchId, string>>;

/**
 * Submissions that an author tries out on a screen. They are no part of it and are never saved with it; this browser keeps
 * them for the next visit.
 */
export class ScratchTexts {
  readonly #texts = new Map<ScratchId, LiveText>();
  readonly #startWith: () => string;
  #version = 0;
  readonly #painters = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  /** @param startWith what an editor that was never used begins with. */
  constructor(startWith: () => string) {
    this.#startWith = startWith;
  }

  read(id: ScratchId): string {
    const text = this.#texts.get(id);
    if (text !== undefined) return text.toString();
    // From here on it is a text of its own: later edits of what it began with do not change it.
    const start = this.#startWith();
    this.#texts.set(id, start);
    return start;
  }

  type(id: ScratchId, text: LiveText): void {
    this.#texts.set(id, text);
    for (const watcher of this.#watchers) watcher();
  }

  /** Every text, to be kept. */
  stored(): StoredScratch {
    return Object.fromEntries([...this.#texts].map(([id, text]) => [id, text.toString()]));
  }

  /** Puts another text into an editor. */
  fill(id: ScratchId, text: string): void {
    this.type(id, text);
    this.#repaint();
  }

  /** Takes over what was kept, save what was typed since. */
  restore(stored: StoredScratch): void {
    for (const [id, text] of Object.entries(stored)) {
      const typed = this.#texts.get(id as ScratchId);
      if (typed === undefined || typed === this.#startWith()) this.#texts.set(id as ScratchId, text);
    }
    this.#repaint();
  }

  /** Calls back at every edit, keys included. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Calls back when texts were changed by other hands than an editor's; for `useSyncExternalStore`. */
  readonly subscribe = (painter: () => void): (() => void) => {
    this.#painters.add(painter);
    return () => this.#painters.delete(painter);
  };

  readonly version = (): number => this.#version;

  #repaint(): void {
    this.#version++;
    for (const painter of this.#painters) painter();
  }
}
