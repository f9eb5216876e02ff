import { SUBMISSION } from './test-case.ts';

/** Functions of gradethis that the tests below know. */
const KNOWN = new Set(
  (
    'grade_this grade_this_code grade_code grade_result grade_result_strict grade_conditions pass fail pass_if fail_if pass_if_equal ' +
    'fail_if_equal fail_if_code_feedback pass_if_no_code_feedback code_feedback give_code_feedback random_praise random_encouragement condition ' +
    'fail_if_not_equal user_result solution_result'
  ).split(' '),
);
/** Functions of gradethis and its relatives that they don't know. */
const UNKNOWN =
  /\b(?:grade_learnr|tbl_\w+|vec_\w+|grade_this_table|grade_this_vector|fig\w*_check|\.envir_\w+|\.solution_all|\.engine|\.label|debug_this)\b/;

/** What gradethis does, as far as checks of tutorials use it. */
const GRADETHIS = `# What the check needs of gradethis.
local({
  value_of <- function(code) {
    value <- NULL
    scope <- new.env(parent = globalenv())
    for (expression in as.list(parse(text = code))) value <- eval(expression, scope)
    value
  }
  standard <- function(code) {
    if (!is.call(code)) return(code)
    called <- tryCatch(match.fun(as.character(code[[1]])), error = function(condition) NULL)
    if (is.function(called) && !is.primitive(called)) code <- tryCatch(match.call(called, code), error = function(condition) code)
    if (identical(code[[1]], as.name("="))) code[[1]] <- as.name("<-")
    as.call(lapply(as.list(code), standard))
  }
  same_code <- function() {
    parts <- function(code) lapply(as.list(parse(text = code, keep.source = FALSE)), standard)
    any(vapply(.solutions, function(solution) identical(parts(.user_code), parts(solution)), TRUE))
  }
  .user_code <- paste(readLines("${SUBMISSION}.R", warn = FALSE), collapse = "\\n")
  .result <- value_of(.user_code)
  .solution_code <- .solutions[[length(.solutions)]]
  .solution <- if (nzchar(.solution_code)) value_of(.solution_code)
  .last_value <- user_result <- .result
  solution_result <- .solution
  end <- function(correct, message) signalCondition(structure(class = c("graded", "condition"), list(correct = correct, message = message)))
  pass <- function(message = "", ...) end(TRUE, message)
  fail <- function(message = "This is not right yet.", ...) end(FALSE, message)
  pass_if <- function(cond, message = "", ...) if (isTRUE(as.logical(cond))) pass(message)
  fail_if <- function(cond, message = "This is not right yet.", ...) if (isTRUE(as.logical(cond))) fail(message)
  equal <- function(x, y) isTRUE(all.equal(x, y, check.attributes = TRUE))
  pass_if_equal <- function(y = .solution, message = "", x = .result, ...) if (equal(x, y)) pass(message)
  fail_if_equal <- function(y, message = "This is not right yet.", x = .result, ...) if (equal(x, y)) fail(message)
  fail_if_not_equal <- function(y = .solution, message = "This is not right yet.", x = .result, ...) if (!equal(x, y)) fail(message)
  code_feedback <- function(...) if (same_code()) NULL else "The code differs from the solution."
  give_code_feedback <- function(expr, ...) expr
  fail_if_code_feedback <- function(message = "The code differs from the solution.", ...) if (!same_code()) fail(message)
  pass_if_no_code_feedback <- function(message = "", ...) if (same_code()) pass(message)
  random_praise <- random_encouragement <- function(...) ""
  grade_this <- function(expr, ...) eval(substitute(expr), grading)
  grade_this_code <- grade_code <- function(correct = "", incorrect = "The code differs from the solution.", ...) {
    if (same_code()) pass(correct) else fail(incorrect)
  }
  condition <- function(x, message, correct) list(x = x, message = message, correct = correct)
  grade_result <- function(..., default_correct = FALSE, default_message = "This is not right yet.") {
    for (each in as.list(substitute(list(...)))[-1]) {
      kind <- as.character(each[[1]])
      value <- eval(each[[2]], grading)
      if (is.function(value)) value <- value(.result)
      message <- if (length(each) > 2) eval(each[[3]], grading) else ""
      if (isTRUE(value) || equal(value, .result)) end(kind == "pass_if", message)
    }
    end(default_correct, default_message)
  }
  grade_result_strict <- function(..., default_message = "This is not right yet.") {
    for (each in as.list(substitute(list(...)))[-1]) {
      value <- eval(each[[2]], grading)
      if (!isTRUE(if (is.function(value)) value(.result) else value)) fail(if (length(each) > 2) eval(each[[3]], grading) else default_message)
    }
    pass()
  }
}, grading)`;

/** A test file for testthat that does what a check of gradethis does; null: it needs more than is known of gradethis. */
export function gradethisTests(check: string, solutions: readonly string[]): string | null {
  const called = [...check.matchAll(/(?<![\w.])([\w.]+)\(/g)].map(([, name = '']) => name);
  if (!called.some((name) => KNOWN.has(name)) || UNKNOWN.test(check)) return null;
  const given = solutions.length === 0 ? '""' : solutions.map((solution) => JSON.stringify(solution)).join(', ');
  const code = check
    .replace(/\bgradethis::/g, '')
    .replace(/^[ \t]*library\(gradethis\)[ \t]*$/gm, '')
    .trim();
  return `source("${SUBMISSION}.R")

grading <- new.env(parent = globalenv())
grading$grading <- grading
grading$.solutions <- list(${given})

${GRADETHIS}

test_that("The result is right", {
  graded <- withCallingHandlers(
    tryCatch(eval(quote({
${code}
    }), grading), graded = identity),
    message = function(condition) invokeRestart("muffleMessage")
  )
  if (!inherits(graded, "graded")) testthat::fail("This is not right yet.")
  if (inherits(graded, "graded") && !graded$correct) testthat::fail(graded$message)
  testthat::succeed()
})
`;
}
