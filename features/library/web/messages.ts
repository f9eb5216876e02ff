export const MESSAGES = {
  loadFailed: 'Couldn’t load the report.',
  loading: 'Loading what is known of every lesson',
  findingsFailed: 'Couldn’t load the findings of preflight.',
  looking: 'Preflight is looking at the lessons. Their findings appear here when it is done.',
  empty: 'There are no lessons to report on yet. Write one, and it is listed here.',
} as const;
