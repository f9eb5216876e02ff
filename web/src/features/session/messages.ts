/** The texts of signing in (B §8) and around it. */
export const MESSAGES = {
  failed: 'Authorization Failed',
  blocked: 'Provider Popup Blocked',
  setUp: 'Nobody has an account yet. Log in with the one-time set-up token that was printed at the first start.',
  providers: (names: string) => `You log in with ${names}, in a window of its own.`,
  providersOrPassword: (names: string) => `You log in with ${names} or a password, in a window of its own.`,
  signsInBy: (name: string, email: string) => `You log in with ${name} as ${email}.`,
  noPassword: 'There is no password to change: your account at the provider is what opens this one.',
  signInFailed: 'How you sign in could not be loaded. Try again later.',
  signedOutTitle: 'You have been signed out',
  signedOut: 'Log in to go on. Nothing that you typed is lost: it is kept on this page and in this browser.',
  invitationGone: 'This invitation link is no longer valid. Ask the person who invited you for a new one.',
  invitationFailed: 'The account could not be made. Try again later.',
  resetFailed: 'The password could not be set. Try again later.',
  passwordChanged: 'The password is changed. You are signed out everywhere else.',
  passwordFailed: 'The password could not be changed. Try again later.',
} as const;
