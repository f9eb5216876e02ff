import { HIDDEN_FAILED, numberedNames, SUBMISSION, type TestCase } from './test-case.ts';

/** Keeps the words of a hidden test to itself, compares what a test prints, and lets a test without expectations count. */
const RUN_TEST = `# Runs a test with the names of the submission. Of a hidden one, only \`failure\` is shown.
after_submission <- function(test, expected = NULL, failure = NULL, is_hidden = FALSE) {
  code <- substitute(test)
  run <- function() {
    if (is.null(expected)) return(eval(code, globalenv()))
    printed <- capture.output({
      result <- withVisible(eval(code, globalenv()))
      if (result$visible) print(result$value)
    })
    shown <- trimws(paste(printed, collapse = "\\n"))
    if (shown != trimws(expected)) fail(sprintf("Expected %s, got %s.", trimws(expected), if (shown == "") "nothing" else shown))
  }
  if (is.null(failure) && !is_hidden) {
    run()
  } else {
    passed <- tryCatch({
      run()
      TRUE
    }, error = function(condition) FALSE)
    if (!passed) fail(if (is.null(failure)) ${JSON.stringify(HIDDEN_FAILED)} else failure)
  }
  succeed()
}`;

/** How notebooks of R show tables, other than a print. */
const NOTEBOOK_TABLE = /^\s*An? [\w.]+: /;

/** A test file for testthat. */
export function rTests(tests: readonly TestCase[]): string {
  const names = numberedNames(tests);
  const parts = tests.map(({ code, expected, isHidden, failure }, index) => {
    const options = [
      ...(expected === null || NOTEBOOK_TABLE.test(expected) ? [] : [`expected = ${JSON.stringify(expected)}`]),
      ...(failure === '' ? [] : [`failure = ${JSON.stringify(failure)}`]),
      ...(isHidden ? ['is_hidden = TRUE'] : []),
    ];
    const body = code.trim();
    return `test_that("${names[index]}", {\n  after_submission({\n${body}\n  }${options.map((option) => `, ${option}`).join('')})\n})`;
  });
  return `source("${SUBMISSION}.R")\n\n${RUN_TEST}\n\n${parts.join('\n\n')}\n`;
}
