export const CHECKER_MESSAGES = {
  notLoaded: 'The checkers could not be loaded. Your custom check is unchanged.',
  noneForLanguage: 'There are no checkers for this language. Write plain Python assertions instead.',
  badPattern: (reason: string) => `Invalid regular expression: ${reason}.`,
};
