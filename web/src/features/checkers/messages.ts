export const CHECKER_MESSAGES = {
  notLoaded: 'The checkers could not be loaded. What is written in the custom check stays.',
  noneForLanguage: 'There are no checkers for this language. Write plain assertions in Python.',
  badPattern: (reason: string) => `This is no regular expression: ${reason}.`,
};
