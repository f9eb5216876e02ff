import { HIDDEN_FAILED, numberedNames, SUBMISSION, type TestCase } from './test-case.ts';

/** Keeps the words of a hidden test to itself, and lets a test without expectations count. */
const RUN_TEST = `# Runs a test with the names of the submission. Of a hidden one, only \`failure\` is shown.
after_submission <- function(test, failure = NULL, is_hidden = FALSE) {
  code <- substitute(test)
  if (is.null(failure) && !is_hidden) {
    eval(code, globalenv())
  } else {
    passed <- tryCatch({
      eval(code, globalenv())
      TRUE
    }, error = function(condition) FALSE)
    if (!passed) fail(if (is.null(failure)) ${JSON.stringify(HIDDEN_FAILED)} else failure)
  }
  succeed()
}`;

/** A test file for testthat. */
export function rTests(tests: readonly TestCase[]): string {
  const names = numberedNames(tests);
  const parts = tests.map(({ code, isHidden, failure }, index) => {
    const options = [...(failure === '' ? [] : [`failure = ${JSON.stringify(failure)}`]), ...(isHidden ? ['is_hidden = TRUE'] : [])];
    const body = code.trim();
    return `test_that("${names[index]}", {\n  after_submission({\n${body}\n  }${options.map((option) => `, ${option}`).join('')})\n})`;
  });
  return `source("${SUBMISSION}.R")\n\n${RUN_TEST}\n\n${parts.join('\n\n')}\n`;
}
