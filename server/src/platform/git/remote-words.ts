import { gitWords } from './git-errors.ts';

/** Git's output as a user-facing text; `isRefused` if the remote rejected our credentials. */
interface RemoteWords {
  readonly text: string;
  readonly isRefused: boolean;
}

const KNOWN: readonly { readonly says: RegExp; readonly text: string; readonly isRefused: boolean }[] = [
  {
    says: /could not read Username|Authentication failed|returned error: 401/,
    text: 'it rejected the token, which may have expired. An administrator has to set a new one (docs/operating.md, Code hosts).',
    isRefused: true,
  },
  {
    says: /returned error: 403|Write access to repository not granted|remote: Permission to .* denied/,
    text: 'the token lacks permission. It needs read and write access to the contents of the repository.',
    isRefused: true,
  },
  {
    says: /repository '.*' not found|returned error: 404/,
    text: 'the repository does not exist, or this token has no access to it.',
    isRefused: true,
  },
];

/** Explains what git wrote to stderr when it couldn't talk to a remote. Git's own message is appended. */
export function remoteWords(stderr: string): RemoteWords {
  const words = gitWords(stderr);
  const known = KNOWN.find(({ says }) => says.test(stderr));
  return known === undefined ? { text: words, isRefused: false } : { text: `${known.text} (git: ${words})`, isRefused: known.isRefused };
}
