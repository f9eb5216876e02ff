const NAMES = { webhook: 'the environment of the webhook', github: 'GitHub Actions' } as const;

/** Texts about external deploy environments. */
export const TARGET_MESSAGES = {
  told: (kind: keyof typeof NAMES) => `Handed over to ${NAMES[kind]}.`,
  again: (text: string) => `${text} Trying again.`,
  failed: (kind: keyof typeof NAMES) => `The deploy failed in ${NAMES[kind]}. See its page for details.`,
  changed: 'The deploy target changed in the settings after this deploy started. Deploy again.',
  noRef: 'The environment reported that it is not done, but returned no status_url to poll.',
  noAnswer: 'Couldn’t reach the environment.',
  refused: (status: number, words: string) => `The environment responded with ${status}${words === '' ? '.' : `: ${words}`}`,
  redirected:
    'The environment responded with a redirect. Redirects are not followed, so that the build address only goes to the configured host.',
  strange: 'The environment sent an invalid response.',
  otherOrigin: 'The environment returned a status_url on another host, which is not allowed.',
  noRun: 'GitHub Actions started no run for this deploy within five minutes. The workflow’s run-name must include the input “deploy”.',
  conclusion: (word: string) => `The workflow run ended with “${word}”.`,
} as const;
