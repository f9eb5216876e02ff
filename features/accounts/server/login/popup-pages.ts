import { routeUrl } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { loginRoutes, type LoginState } from '../../contract/login.ts';
import type { SecondFactorNeeded } from '../../contract/second-factors.ts';

/**
 * The pages of the sign-in popup. They are rendered by the server and not by the web application, so that the popup
 * opens at once and another sign-in service can take over its address. External values are escaped.
 */

const STYLE = `
  :root { color-scheme: light dark; --text: #1a1b1e; --soft: #495057; --page: #f8f9fa; --card: #ffffff; --line: #868e96; --accent: #1864ab;
    --accent-text: #ffffff; --wrong: #a61e1e; --wrong-page: #fff0f0; }
  @media (prefers-color-scheme: dark) {
    :root { --text: #f1f3f5; --soft: #ced4da; --page: #1a1b1e; --card: #25262b; --line: #909296; --accent: #74c0fc;
      --accent-text: #10243a; --wrong: #ffa8a8; --wrong-page: #3b1c1c; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; padding: .75rem; background: var(--page); color: var(--text);
    font: 16px/1.45 system-ui, sans-serif; display: grid; place-items: center; }
  main { width: 100%; max-width: 28rem; padding: 1rem 1.25rem 1.25rem; background: var(--card); border-radius: .5rem; }
  h1 { margin: 0 0 .25rem; font-size: 1.35rem; }
  p { margin: 0 0 .5rem; color: var(--soft); }
  label { display: block; margin-top: .5rem; font-weight: 600; }
  input { width: 100%; margin-top: .2rem; padding: .35rem .5rem; font: inherit; color: inherit; background: transparent;
    border: 1px solid var(--line); border-radius: .25rem; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
  small { display: block; margin-top: .2rem; color: var(--soft); }
  button, .way { display: block; width: 100%; margin-top: 1rem; text-align: center; text-decoration: none; padding: .5rem; font: inherit; font-weight: 600; color: var(--accent-text);
    background: var(--accent); border: 0; border-radius: .25rem; cursor: pointer; }
  form > button { position: sticky; bottom: .75rem; }
  .or { margin: 1rem 0 0; text-align: center; }
  .or ~ form button { color: var(--text); background: transparent; border: 1px solid var(--line); }
  button[hidden] { display: none; }
  .second { color: var(--text); background: transparent; border: 1px solid var(--line); }
  button[aria-disabled='true'] { opacity: .75; cursor: default; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  a:not(.way) { color: var(--accent); }
  [role='alert']:empty { display: none; }
  [role='alert'] { margin: .75rem 0; padding: .4rem .75rem; color: var(--wrong); background: var(--wrong-page);
    border-left: 4px solid var(--wrong); border-radius: .25rem; }
`;

function page(title: string, body: string, script: string | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Lessonwright</title>
<style>${STYLE}</style>
${script === null ? '' : `<script type="module" src="/api/login/${script}"></script>\n`}</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

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
  if (state.setup_needed) return page('Set up', SETUP_FORM, 'form.js');
  const ways = state.providers.map(providerLink);
  // The form only takes the focus if it is the first option.
  const form = ways.length > 0 ? PASSWORD_FORM.replace(' autofocus', '') : PASSWORD_FORM;
  const divider = ways.length > 0 ? ['<p class="or">or with email and password</p>'] : [];
  const parts = state.password ? [...ways, ...divider, form] : ways;
  const passkey = state.passkeys ? [PASSKEY_BUTTON] : [];
  return page('Log in', [...parts, ...passkey].join('\n'), state.password ? 'form.js' : null);
}

/** The second step. The script shows the parts that the browser supports. */
export function secondFactorPage({ second_factor: { kinds, passkey } }: SecondFactorNeeded): string {
  const hasApp = kinds.includes('totp');
  const label = hasApp ? 'Code from your authenticator app, or a recovery code' : 'Recovery code';
  const options = passkey === null ? '' : ` data-options="${escape(JSON.stringify(passkey))}"`;
  return page(
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
  return `<a class="way" href="${href}">Log in with ${escape(name)}</a>`;
}

/** `/api/login/success`: notifies the page that opened the popup, and closes. */
export function successPage(state: { isSignedIn: boolean }): string {
  return state.isSignedIn
    ? page('Signed in', '<p>You are signed in. This window closes automatically.</p><p><a href="/">To the lessons</a></p>', 'success.js')
    : failurePage('You are not signed in.');
}

/** Says why the sign-in failed, and notifies the page that opened the popup. */
export function failurePage(text: string): string {
  return page('Authorization Failed', `<div role="alert">${escape(text)}</div>\n<p><a href="/api/login">Try again</a></p>`, 'failure.js');
}

function escape(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '');
}
