import { Store } from '#platform/web/store.ts';

export const BELL_ID = 'notifications-bell';

/** Whether the panel of notifications is open. It belongs to no page: the header and the palette open it. */
class InboxState extends Store<boolean> {
  #opener: Element | null = null;

  constructor() {
    super(false);
  }

  readonly open = (): void => {
    this.#opener = document.activeElement;
    this.show(true);
  };

  /** Closes it; the focus returns to what it was opened from, or to the bell if that is gone. */
  readonly close = (): void => {
    this.show(false);
    const opener = this.#opener;
    const isShown = opener instanceof HTMLElement && opener !== document.body && opener.getClientRects().length > 0;
    const target = isShown ? opener : document.getElementById(BELL_ID);
    // After the panel has let go of the focus.
    setTimeout(() => target?.focus({ preventScroll: true }));
  };

  /** Closes it for a link, which moves the focus to what it leads to. */
  readonly leave = (): void => this.show(false);
}

export const inboxState = new InboxState();
