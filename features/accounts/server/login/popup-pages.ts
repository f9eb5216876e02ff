import { routeUrl } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { escapeHtml, plainPage } from '#platform/server/http/plain-page.ts';
import { loginRoutes, type LoginState } from '../../contract/login.ts';
import type { SecondFactorNeeded } from '../../contract/second-factors.ts';

/**
 * The pages of the sign-in popup. They are rendered by the server and not by the web application, so that the popup
 * opens at once and another sign-in service can take over its address. External values are escaped.
 */

const NO_SCRIPT = '<noscript><p>Signing in needs JavaScript.</p></noscript>';

const SETUP_FORM = `<p>There are no accounts yet. The set-up token was printed when the server started; it is also in the file
<code>setup-token</code> of the data folder.</p>
${NO_SCRIPT}
<form method="post" action="/api/login/setup" novalidate>
<label for="token">Set-up token</label>
<input id="token" name="token" required autocomplete="off" spellcheck="false" autofocus>
<div class="pair">
<div>
<label for="name">Name</label>
<input id="name" name="name" required autocomplete="name">
</div>
<div>
<label for="email">Email</label>
<input id="email" name="email" type="email" required autocomplete="username">
</div>
</div>
<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="new-password" aria-describedby="password-rule">
<small id="password-rule">At least ${LIMITS.passwordMin} characters.</small>
<div role="alert"></div>
<button>Create the owner's account</button>
</form>`;

const PASSWORD_FORM = `${NO_SCRIPT}
<form method="post" action="/api/login/password" novalidate>
<label for="email">Email</label>
<input id="email" name="email" type="email" required autocomplete="username" autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password">
<div role="alert"></div>
<button>Log in</button>
</form>`;

/** Hidden until the script knows that the browser supports passkeys. */
const PASSKEY_BUTTON = '<button type="button" class="second" id="passkey" hidden>Use a passkey</button>';

/** `/api/login`: the form that creates the owner if there is none, else every way to sign in. */
export function popupPage(state: LoginState): string {
  if (state.setup_needed) return plainPage('Set up', SETUP_FORM, 'form.js');
  const ways = state.providers.map(providerLink);
  // The form only takes the focus if it is the first option.
  const form = ways.length > 0 ? PASSWORD_FORM.replace(' autofocus', '') : PASSWORD_FORM;
  const divider = ways.length > 0 ? ['<p class="or">or with email and password</p>'] : [];
  const parts = state.password ? [...ways, ...divider, form] : ways;
  const passkey = state.passkeys ? [PASSKEY_BUTTON] : [];
  return plainPage('Log in', [...parts, ...passkey].join('\n'), state.password ? 'form.js' : null);
}

/** The second step. The script shows the parts that the browser supports. */
export function secondFactorPage({ second_factor: { kinds, passkey } }: SecondFactorNeeded): string {
  const hasApp = kinds.includes('totp');
  const label = hasApp ? 'Code from your authenticator app, or a recovery code' : 'Recovery code';
  const options = passkey === null ? '' : ` data-options="${escapeHtml(JSON.stringify(passkey))}"`;
  return plainPage(
    'Confirm that it’s you',
    `${NO_SCRIPT}
<form method="post" action="/api/login/second-factor" novalidate>
<label for="code">${label}</label>
<input id="code" name="code" required autocomplete="one-time-code" spellcheck="false"${hasApp ? ' autofocus' : ''}>
<div role="alert"></div>
<button>Continue</button>
</form>
${passkey === null ? '' : PASSKEY_BUTTON.replace('<button', `<button${options}`)}
<p class="or"><a href="/api/login">Start again</a></p>`,
    'form.js',
  );
}

function providerLink({ id, name }: LoginState['providers'][number]): string {
  const href = routeUrl(loginRoutes.startProviderLogin, { params: { provider: id } });
  return `<a class="way" href="${href}">Log in with ${escapeHtml(name)}</a>`;
}

/** `/api/login/success`: notifies the page that opened the popup, and closes. */
export function successPage(state: { isSignedIn: boolean }): string {
  return state.isSignedIn
    ? plainPage(
        'Signed in',
        '<p>You are signed in. This window closes automatically.</p><p><a href="/">To the lessons</a></p>',
        'success.js',
      )
    : failurePage('You are not signed in.');
}

/** Says why the sign-in failed, and notifies the page that opened the popup. */
export function failurePage(text: string): string {
  return plainPage(
    'Authorization Failed',
    `<div role="alert">${escapeHtml(text)}</div>\n<p><a href="/api/login">Try again</a></p>`,
    'failure.js',
  );
}
