import { createContext } from 'react';
import type { Release } from '#contract/releases.ts';

interface ReleaseActionsValue {
  open: ReadonlySet<number>;
  /** Shows the lessons of a release, or hides them. */
  toggle: (release: Release) => void;
  importLessons: (release: Release) => void;
  edit: (release: Release) => void;
}

/** What the rows of the table can do, handed in by the page. */
export const ReleaseActions = createContext<ReleaseActionsValue>({
  open: new Set(),
  toggle: () => undefined,
  importLessons: () => undefined,
  edit: () => undefined,
});
