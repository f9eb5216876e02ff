/**
 * The name of the set-up token in the fragment of the link that `npm start` prints (app/server/main.ts). Fragments reach no server and no
 * log.
 */
const NAME = 'setup-token';

let token: string | null = null;

/** Takes the set-up token out of the address and keeps it in memory, so that it is not stored in the browser's history. */
export function takeSetupToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get(NAME);
  if (given === null) return;
  token = given;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The set-up token that the address had; null: it had none. */
export function setupToken(): string | null {
  return token;
}

/** Suffix of the popup's address that passes the token to its form (features/accounts/server/login/scripts/form.js). */
export function setupFragment(): string {
  return token === null ? '' : `#${new URLSearchParams({ [NAME]: token }).toString()}`;
}
