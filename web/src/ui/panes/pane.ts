import type { ReactNode, Ref } from 'react';

/** One pane of the page. */
export interface Pane {
  id: string;
  title: string;
  content: ReactNode;
}

/** What the page may ask of its panes. */
export interface PanesHandle {
  /** Brings a pane into view: opens it where it is collapsed, turns to it where only one is shown. */
  show: (id: string) => void;
  /** Collapses or opens a pane; without effect where only one is shown. */
  toggle: (id: string) => void;
}

export interface PanesProps {
  panes: readonly Pane[];
  /** Under this name the widths are remembered, for each set of panes apart. */
  storageKey: string;
  handle?: Ref<PanesHandle>;
}
