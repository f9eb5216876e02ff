export const SECURITY_MESSAGES = {
  about: 'A second factor protects your account if someone learns your password: after the password, you confirm each sign-in.',
  required:
    'The owners of this installation require one. Add an authenticator app or a passkey with your password. You can then continue to where you wanted to go.',
  none: 'You have no second factor yet.',
  noPasskeys: 'Passkeys are not available at this address: browsers need https or localhost.',
  unsupported: 'This browser cannot create passkeys. Use another browser, or an authenticator app.',
  loadFailed: 'Couldn’t load your second factors. Try again later.',
  addFailed: 'Couldn’t add the second factor. Try again later.',
  removeFailed: 'Couldn’t remove the second factor. Try again later.',
  codesFailed: 'Couldn’t create the recovery codes. Try again later.',
  cancelled: 'No passkey was created. Try again, or cancel.',
  scan: 'Scan this picture with an authenticator app, or enter the secret by hand. Then enter the code that the app shows.',
  codesOnce:
    'Keep these recovery codes in a safe place, away from your phone. Each signs you in once if you lose it. You won’t see them again.',
  codesLeft: (count: number) => (count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`),
  remove: (name: string) => `“${name}” will no longer be accepted. Enter your password to remove it.`,
  removeLast: (name: string) =>
    `“${name}” is your last second factor: your password alone will sign you in. Enter it to remove the factor.`,
  renew: 'Your earlier recovery codes stop working. Enter your password to create new ones.',
  sessionsFailed: 'Couldn’t load your sessions. Try again later.',
  endFailed: 'Couldn’t end the session. Try again later.',
  sessions: 'Where you are signed in. A session ends after two weeks without use.',
  unknownBrowser: 'Unknown browser',
} as const;
