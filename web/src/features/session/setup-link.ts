/** The name that `npm start` gives the token in the fragment of its link (server/src/main.ts). Servers and logs see no fragment. */
const NAME = 'setup-token';

let token: string | null = null;

/** Keeps the set-up token of the address in memory, and cleans the address: it would stay in the history of the browser. */
export function takeSetupToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get(NAME);
  if (given === null) return;
  token = given;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** What the address of the sign-in popup ends with, so that its form has the token (server/src/accounts/login/scripts/form.js). */
export function setupFragment(): string {
  return token === null ? '' : `#${new URLSearchParams({ [NAME]: token }).toString()}`;
}
