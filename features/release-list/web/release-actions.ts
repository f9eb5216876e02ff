import { createContext } from 'react';
import type { Release } from '#features/releases/contract/releases.ts';

interface ReleaseActionsValue {
  open: ReadonlySet<number>;
  /** Expands or collapses the lessons of a release. */
  toggle: (release: Release) => void;
  importLessons: (release: Release) => void;
  exportZip: (release: Release) => void;
  /** Opens the dialog with all formats. */
  exportAs: (release: Release) => void;
  /** The release being exported; null: none. */
  exporting: number | null;
  edit: (release: Release) => void;
  /** Runs the tests of its lessons. */
  test: (release: Release) => void;
}

/** The actions of the table's rows, provided by the page. */
export const ReleaseActions = createContext<ReleaseActionsValue>({
  open: new Set(),
  toggle: () => undefined,
  importLessons: () => undefined,
  exportZip: () => undefined,
  exportAs: () => undefined,
  exporting: null,
  edit: () => undefined,
  test: () => undefined,
});
