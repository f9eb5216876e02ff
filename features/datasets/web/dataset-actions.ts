import { createContext } from 'react';
import type { Dataset } from '../contract/datasets.ts';

/** Actions on a dataset of the list, provided by the page. */
export interface DatasetActions {
  upload: (dataset: Dataset) => void;
  archive: (dataset: Dataset, isArchived: boolean) => void;
}

export const DatasetActionsContext = createContext<DatasetActions>({ upload: () => undefined, archive: () => undefined });
