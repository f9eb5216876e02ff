import { createContext, use } from 'react';

/** True inside the row with the table's tab stop. */
export const RowIsActive = createContext(false);

/** The `tabIndex` of controls in a row: Tab reaches only the active row's, arrow keys change the row. */
export function useRowTabIndex(): 0 | -1 {
  return use(RowIsActive) ? 0 : -1;
}
