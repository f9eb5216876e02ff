export const CHECKER_MESSAGES = {
  notLoaded: 'The checkers could not be loaded. Your custom check is unchanged.',
  noneForLanguage: 'There are no checkers for this language. Write plain Python assertions instead.',
  neverFails: 'Starter code, wrong values and empty code all pass this check.',
  notTried: 'The check couldn’t be tried. Try again.',
  badPattern: (reason: string) => `Invalid regular expression: ${reason}.`,
};
