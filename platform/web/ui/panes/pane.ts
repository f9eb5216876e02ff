import type { ReactNode, Ref } from 'react';

/** A pane of the page. */
export interface Pane {
  id: string;
  title: string;
  content: ReactNode;
}

/** What the page can do with its panes. */
export interface PanesHandle {
  /** Shows a pane: opens it when collapsed, switches to it when only one is shown. */
  show: (id: string) => void;
  /** Collapses or opens a pane; no effect when only one is shown. */
  toggle: (id: string) => void;
}

export interface PanesProps {
  panes: readonly Pane[];
  /** Storage name of the widths, separate for each set of panes. */
  storageKey: string;
  handle?: Ref<PanesHandle>;
}
