export const MESSAGES = {
  about:
    'An assistant that speaks the Model Context Protocol can read your lessons, run and check their code, and propose changes. It can’t change anything: each proposal is tried, and waits until an author accepts it.',
  off: 'Assistants are turned off on this server. An owner can turn them on under Rules.',
  address: 'Address for the settings of the assistant',
  shownOnce: (name: string) =>
    `Copy the token of “${name}” now, and enter it in the assistant as a bearer token. You won’t be able to see it again.`,
  loadFailed: 'Couldn’t load whether assistants are allowed. Try again later.',
  createFailed: 'Couldn’t create the token. Try again later.',
} as const;
