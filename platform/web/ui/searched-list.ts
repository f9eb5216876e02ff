/**
 * Props of a choice among many names: the first ones are in sight, and typing finds the others. A list with a scrollbar of its own can't be
 * reached by the keyboard.
 */
export const SEARCHED_LIST = { searchable: true, withScrollArea: false, limit: 10 } as const;
