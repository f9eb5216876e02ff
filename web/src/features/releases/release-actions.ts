import { createContext } from 'react';
import type { Release } from '#contract/releases.ts';

interface ReleaseActionsValue {
  open: ReadonlySet<number>;
  /** Shows the lessons of a release, or hides them. */
  toggle: (release: Release) => void;
  importLessons: (release: Release) => void;
  exportZip: (release: Release) => void;
  /** The release whose zip is on its way; null: none is. */
  exporting: number | null;
  edit: (release: Release) => void;
}

/** What the rows of the table can do, handed in by the page. */
export const ReleaseActions = createContext<ReleaseActionsValue>({
  open: new Set(),
  toggle: () => undefined,
  importLessons: () => undefined,
  exportZip: () => undefined,
  exporting: null,
  edit: () => undefined,
});
