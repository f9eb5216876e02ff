const NAMES = { webhook: 'the environment of the webhook', github: 'GitHub Actions' } as const;

/** Texts about external deploy environments. */
export const TARGET_MESSAGES = {
  told: (kind: keyof typeof NAMES) => `Handed over to ${NAMES[kind]}.`,
  again: (text: string) => `${text} Asking again.`,
  failed: (kind: keyof typeof NAMES) => `The deploy failed in ${NAMES[kind]}. Its own page says why.`,
  changed: 'The settings name another environment than the one that this deploy was begun for. Deploy again.',
  noRef: 'The environment says that it is not done, and not where to ask how far it is.',
  noAnswer: 'The environment could not be reached.',
  refused: (status: number, words: string) => `The environment answered ${status}${words === '' ? '.' : `: ${words}`}`,
  redirected:
    'The environment answers that it is elsewhere. That is not followed: the address of the build would go to somewhere that nobody configured.',
  strange: 'The environment answered something that cannot be understood.',
  otherOrigin: 'The environment names an address of another host to ask how far it is, which is not followed.',
  noRun: 'GitHub Actions started no run for this deploy within five minutes. Its workflow must take the input “deploy” into its run-name.',
  conclusion: (word: string) => `The workflow run ended as “${word}”.`,
} as const;
