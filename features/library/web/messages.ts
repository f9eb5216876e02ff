export const MESSAGES = {
  loadFailed: 'Couldn’t load the report.',
  loading: 'Loading what is known of every lesson',
  empty: 'There are no lessons to report on yet. Write one, and it is listed here.',
} as const;
