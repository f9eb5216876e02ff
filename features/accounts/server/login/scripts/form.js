// Sends the form of the sign-in popup as JSON and redirects on success.

const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
const problem = /** @type {HTMLElement} */ (form.querySelector('[role=alert]'));
const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
let isSending = false;

// The first start's link has the set-up token in its fragment, which no server receives. It is removed from the
// address.
const setupToken = new URLSearchParams(location.hash.slice(1)).get('setup-token');
const tokenField = form.querySelector('input[name=token]');
if (setupToken !== null) history.replaceState(null, '', location.pathname);
if (setupToken !== null && tokenField instanceof HTMLInputElement) {
  tokenField.value = setupToken;
  const nameField = /** @type {HTMLInputElement} */ (form.querySelector('input[name=name]'));
  nameField.focus();
}

/** @param {string} text @param {string} [field] */
function show(text, field) {
  problem.textContent = text;
  for (const input of form.querySelectorAll('input')) {
    const isWrong = input.name === field;
    input.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) input.focus();
  }
}

async function send() {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  });
  if (response.ok) {
    const user = /** @type {object} */ (await response.json());
    location.assign('second_factor' in user ? '/api/login/second-factor' : '/api/login/success');
    return;
  }
  const reply = /** @type {{ error: string, details?: { fields?: { path: string }[] } }} */ (await response.json());
  show(reply.error, reply.details?.fields?.[0]?.path);
}

const passkeyButton = document.querySelector('button#passkey');

/**
 * Signs in with a passkey: as the second step with the options of this page, otherwise alone.
 * @param {HTMLButtonElement} chosen
 */
async function usePasskey(chosen) {
  const { options: known } = chosen.dataset;
  const options = known === undefined ? await fetchOptions() : readOptions(known);
  if (options === null) return;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get({ publicKey }));
  if (credential === null) return;
  const response = await fetch(known === undefined ? '/api/login/passkey' : '/api/login/second-factor', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ passkey: credential.toJSON() }),
  });
  if (response.ok) return location.assign('/api/login/success');
  show(/** @type {{ error: string }} */ (await response.json()).error);
}

/** @param {string} text */
function readOptions(text) {
  return /** @type {PublicKeyCredentialRequestOptionsJSON} */ (JSON.parse(text));
}

/** The options of a sign-in with a passkey alone; null after an error, which is shown. */
async function fetchOptions() {
  const response = await fetch('/api/login/passkey/start', { method: 'POST', headers: { accept: 'application/json' } });
  const reply = /** @type {{ options?: PublicKeyCredentialRequestOptionsJSON, error?: string }} */ (await response.json());
  if (response.ok) return reply.options ?? null;
  show(reply.error ?? '');
  return null;
}

// Browsers that exchange passkeys as JSON; others keep the codes.
if (passkeyButton instanceof HTMLButtonElement && typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function') {
  passkeyButton.hidden = false;
  passkeyButton.addEventListener('click', () => {
    show('');
    usePasskey(passkeyButton).catch((error) =>
      // The user closed the browser's dialog, or has no passkey for this site.
      show(
        error instanceof DOMException ? 'No passkey was used. Try again, or log in another way.' : 'Couldn’t reach the server. Try again.',
      ),
    );
  });
}

function finish() {
  isSending = false;
  button.removeAttribute('aria-disabled');
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  // Not `disabled`: the keyboard focus would be lost.
  button.setAttribute('aria-disabled', 'true');
  show('');
  send()
    .catch(() => show('Couldn’t reach the server. Try again.'))
    .finally(finish);
});
