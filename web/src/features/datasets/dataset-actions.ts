import { createContext } from 'react';
import type { Dataset } from '#contract/datasets.ts';

/** What can be done with a dataset of the list, handed in by the page. */
export interface DatasetActions {
  upload: (dataset: Dataset) => void;
  archive: (dataset: Dataset, isArchived: boolean) => void;
}

export const DatasetActionsContext = createContext<DatasetActions>({ upload: () => undefined, archive: () => undefined });
