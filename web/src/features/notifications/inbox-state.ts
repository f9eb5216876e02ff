import { Store } from '#web/platform/store.ts';

/** Whether the panel of notifications is open. It belongs to no page: the header and the palette open it. */
class InboxState extends Store<boolean> {
  constructor() {
    super(false);
  }

  readonly open = (): void => this.show(true);
  readonly close = (): void => this.show(false);
}

export const inboxState = new InboxState();
