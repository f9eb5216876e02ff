# Unit tests of testthat, with the submission as the file that they source. They run in this process, because tests replace and
# reload what they test; nothing else of the learner's has run here before.

# `job`: texts named `module`, `submission`, `file` and `code`, and any number of `before`. `seconds`: what the tests may take.
note_unit <- function(report, job, seconds) {
  fields <- NULL
  # The output of tests is discarded.
  printed(suppressMessages(fields <- unit_fields(job, seconds)))
  report$note(json_object(c(type = json_text("check"), kind = json_text("unit"), fields)))
}

unit_fields <- function(job, seconds) {
  if (!requireNamespace("testthat", quietly = TRUE)) {
    return(check_fields(character(), mistake_json("MissingPackage", "These tests need testthat, which this lesson doesn\u2019t have. Add testthat under Packages and build them.")))
  }
  for (part in c("module", "file")) if (dirname(job[[part]]) != ".") dir.create(dirname(job[[part]]), recursive = TRUE, showWarnings = FALSE)
  writeLines(job[["submission"]], job[["module"]], useBytes = TRUE)
  writeLines(job[["code"]], job[["file"]], useBytes = TRUE)
  for (text in job[names(job) == "before"]) attempt(eval(parse(text = text, encoding = "UTF-8"), globalenv()), seconds)
  problem <- import_problem(job, seconds)
  if (!is.null(problem)) return(check_fields(unit_json(job[["module"]], "failed", paste("The code could not be sourced.", problem)), "null"))
  exported <- getNamespaceExports("testthat")
  space <- asNamespace("testthat")
  before <- as.list(space, all.names = TRUE)
  is_late <- FALSE
  failed <- function(condition) {
    is_late <<- is_time_limit(paste(conditionMessage(condition), collapse = " "))
    structure(list(message = paste(conditionMessage(condition), collapse = "\n")), class = "unit_problem")
  }
  found <- attempt(tryCatch(
    testthat::test_file(job[["file"]], reporter = testthat::ListReporter$new(), stop_on_failure = FALSE),
    error = failed
  ), seconds)
  late <- paste0("The tests did not finish within ", seconds, " s, the time limit of this lesson.")
  if (is.null(found) || is_late) return(check_fields(unit_json(job[["module"]], "failed", if (is_late) late else "The code ended the tests."), "null"))
  if (inherits(found, "unit_problem")) return(check_fields(character(), mistake_json("Error", found$message)))
  changed <- c(
    intersect(ls(globalenv(), all.names = TRUE), exported),
    Filter(function(name) is.function(before[[name]]) && !identical(before[[name]], get0(name, space, inherits = FALSE)), names(before))
  )
  results <- unit_results(found, job, changed)
  if (length(results$json) == 0L) return(check_fields(character(), mistake_json("NoTests", "No tests were found: the tests need calls of test_that().")))
  if (!is.null(results$problem)) return(check_fields(character(), mistake_json("Error", results$problem)))
  if (!any(results$counts)) return(check_fields(character(), mistake_json("NoTests", "All tests were skipped, so nothing was tested.")))
  check_fields(results$json, "null")
}

# Why the submission can't be sourced; NULL: it can.
import_problem <- function(job, seconds) {
  text <- tryCatch({
    parse(text = job[["submission"]], encoding = "UTF-8", keep.source = FALSE)
    NULL
  }, error = function(condition) sub("^<text>:([0-9]+):[0-9]+: ", "Line \\1: ", conditionMessage(condition)))
  if (!is.null(text)) return(paste("SyntaxError:", text))
  outcome <- attempt(tryCatch({
    sys.source(job[["module"]], new.env(parent = globalenv()))
    ""
  }, error = function(condition) paste("Error:", conditionMessage(condition))), seconds)
  if (is.null(outcome)) "The code ended R, or did not finish." else if (nzchar(outcome)) outcome
}

# `changed`: names of testthat that the submission replaced.
unit_results <- function(found, job, changed) {
  names <- character()
  json <- character()
  counts <- logical()
  problem <- NULL
  may_skip <- grepl("skip", job[["code"]], fixed = TRUE)
  for (test in found) {
    messages <- Filter(function(result) !inherits(result, "expectation_success") && !inherits(result, "expectation_warning"), test$results)
    is_skip <- vapply(messages, inherits, TRUE, what = "expectation_skip")
    bad <- messages[!is_skip]
    is_test <- is.character(test$test) && length(test$test) == 1L && !is.na(test$test) && !grepl("code run outside of", test$test, fixed = TRUE)
    if (!is_test) {
      # At the top of the test file, where the submission is sourced without an error.
      if (length(bad) > 0L) problem <- paste(conditionMessage(bad[[1L]]), collapse = "\n")
      next
    }
    name <- test$test
    same <- sum(names == name)
    names <- c(names, name)
    if (same > 0L) name <- paste0(name, " (", same + 1L, ")")
    if (length(changed) > 0L) {
      state <- "failed"
      text <- paste0("The code changed the test framework (", changed[[1L]], "), so this test doesn\u2019t count.")
    } else if (length(bad) > 0L) {
      state <- "failed"
      text <- sub("^Error in `?[^\n]*`?: ", "Error: ", paste(conditionMessage(bad[[1L]]), collapse = "\n"))
    } else if (any(is_skip)) {
      reason <- sub("^Reason: ", "", paste(conditionMessage(messages[is_skip][[1L]]), collapse = "\n"))
      state <- if (may_skip && !grepl("empty test", reason, fixed = TRUE)) "skipped" else "failed"
      text <- if (state == "skipped") reason else "This test checked nothing."
    } else {
      state <- "passed"
      text <- ""
    }
    counts <- c(counts, state != "skipped")
    all <- vapply(bad, function(result) paste(format(result), collapse = "\n"), "")
    json <- c(json, unit_json(name, state, text, paste(all, collapse = "\n\n")))
  }
  list(json = json, counts = counts, problem = problem)
}

# `state`: passed, failed or skipped.
unit_json <- function(name, state, text = "", traceback = "") {
  json_object(c(
    name = json_text(cut_text(name, 200L)),
    pass = if (state == "passed") "true" else "false",
    expected = "null",
    actual = "null",
    feedback = if (nzchar(text)) json_text(cut_text(text, 2000L)) else "null",
    hints = "[]",
    checker_id = json_text("unit_test"),
    counts = if (state == "skipped") "false" else "true",
    line = "null",
    traceback = if (nzchar(traceback)) json_text(cut_text(traceback, 8000L)) else "null"
  ))
}
