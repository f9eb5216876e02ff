/** The texts of signing in (B §8) and around it. */
export const MESSAGES = {
  failed: 'Authorization Failed',
  blocked: 'Provider Popup Blocked',
  setUp: 'No accounts exist yet. Log in with the one-time set-up token that the server printed at its first start.',
  providers: (names: string) => `You log in with ${names}, in a new window.`,
  providersOrPassword: (names: string) => `You log in with ${names} or a password, in a new window.`,
  signsInBy: (name: string, email: string) => `You log in with ${name} as ${email}.`,
  noPassword: 'You have no password to change: you log in with your account at the provider.',
  signInFailed: 'Your sign-in method could not be loaded. Try again later.',
  signedOutTitle: 'You have been signed out',
  signedOut: 'Log in to continue. Your unsaved changes are still here.',
  invitationGone: 'This invitation link is no longer valid. Ask the person who invited you for a new one.',
  invitationFailed: 'The account could not be created. Try again later.',
  resetFailed: 'The password could not be set. Try again later.',
  passwordChanged: 'Password changed. You are signed out everywhere else.',
  passwordFailed: 'The password could not be changed. Try again later.',
} as const;
