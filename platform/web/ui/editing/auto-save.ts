/** What {@link AutoSave} needs of a page. */
interface AutoSaveOptions {
  /** Saves what is unsaved. True: nothing of it was refused. */
  save: () => Promise<boolean>;
  /** A character is being composed, and a save would have to wait. */
  isComposing?: () => boolean;
  /** Milliseconds without a key before a save. */
  pauseMs: number;
  clock?: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;
}

/**
 * Saves by itself when nothing was typed for a while.
 *
 * ```
 * idle ──touch──▶ waiting ──pause──▶ saving ──▶ idle
 *                  ▲   ▲ touch        │  │
 *                  │   └──────────────┘  └─refused─▶ idle, until the next touch
 *                  └─ every key begins the pause again
 * ```
 *
 * One save runs at a time. What is typed while it runs is saved by the next one. After a refused save nothing is sent until something
 * changes.
 */
export class AutoSave {
  readonly #options: Required<AutoSaveOptions>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  #wasTouched = false;

  constructor(options: AutoSaveOptions) {
    this.#options = { isComposing: () => false, clock: globalThis, ...options };
  }

  /** Something was typed or chosen. */
  readonly touch = (): void => {
    if (this.#isSaving) this.#wasTouched = true;
    else this.#wait();
  };

  /** Sends nothing until the next touch. */
  readonly stop = (): void => {
    this.#options.clock.clearTimeout(this.#timer);
    this.#wasTouched = false;
  };

  #wait(): void {
    const { clock, pauseMs } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#save(), pauseMs);
  }

  async #save(): Promise<void> {
    if (this.#options.isComposing()) return this.#wait();
    this.#isSaving = true;
    this.#wasTouched = false;
    await this.#options.save().catch(() => false);
    this.#isSaving = false;
    if (this.#wasTouched) this.#wait();
    return undefined;
  }
}
