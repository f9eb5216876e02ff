export const CHECKER_MESSAGES = {
  notLoaded: 'Couldn’t load the checkers. Your custom check is unchanged.',
  noneForLanguage: 'There are no checkers for this language. Write plain Python assertions instead.',
  noCustomChecks: (language: string) =>
    `Lessons in ${language} have no custom checks. Compare the output or the variables of the answer, look for a value, or write unit tests.`,
  neverFails: 'Initial code, wrong values and empty code all pass this check.',
  notTried: 'The check couldn’t be tried. Try again.',
  badUnitModule: 'Enter a file name such as two_fer.py.',
  noUnitModule: 'The tests don’t say which file they import. Enter the file of the submission, for example two_fer.py or two_fer.sh.',
  noPytest: 'These tests need pytest. Add it under Packages on the lesson page and build the packages.',
  badPattern: (reason: string) => `Invalid regular expression: ${reason}.`,
};
