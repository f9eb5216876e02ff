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
    location.assign('/api/login/success');
    return;
  }
  const reply = /** @type {{ error: string, details?: { fields?: { path: string }[] } }} */ (await response.json());
  show(reply.error, reply.details?.fields?.[0]?.path);
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
    .catch(() => show('The server could not be reached. Try again.'))
    .finally(finish);
});
