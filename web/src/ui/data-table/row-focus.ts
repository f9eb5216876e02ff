import { createContext, use } from 'react';

/** True within the row that has the table's one tab stop. */
export const RowIsActive = createContext(false);

/** The `tabIndex` of a control in a row: Tab reaches those of the active row only, the arrow keys choose the row. */
export function useRowTabIndex(): 0 | -1 {
  return use(RowIsActive) ? 0 : -1;
}
