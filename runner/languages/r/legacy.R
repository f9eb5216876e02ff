# The lesson's plain assertions: R code whose top-level expressions run after the code. Each is one check, which passes if it
# raises no error. Their assignments stay private. An assignment that succeeds is not counted as a check.

# `seconds`: what the checks may take together, the time limit of the lesson.
note_legacy <- function(report, text, seconds) {
  fields <- NULL
  # The output of checks is discarded.
  printed(suppressMessages(fields <- legacy_fields(text, seconds)))
  report$note(json_object(c(type = json_text("check"), kind = json_text("legacy"), fields)))
}

legacy_fields <- function(text, seconds) {
  source <- srcfilecopy("check.R", strsplit(text, "\n", fixed = TRUE)[[1L]])
  expressions <- tryCatch(parse(text = text, keep.source = TRUE, srcfile = source, encoding = "UTF-8"), error = identity)
  if (inherits(expressions, "error")) return(check_fields(character(), mistake_json("SyntaxError", conditionMessage(expressions))))
  scope <- new.env(parent = globalenv())
  is_spent <- budget(seconds)
  results <- character()
  for (expression in as.list(expressions)) {
    if (is_spent()) return(check_fields(results, mistake_json("TimeLimit", took_too_long(seconds))))
    verdict <- check_expression(expression, scope, seconds)
    if (is.null(verdict) || (verdict == "" && is_assignment(expression))) next
    results <- c(results, result_json(expression, verdict))
  }
  check_fields(results, "null")
}

# Returns an empty string, or why the check failed.
check_expression <- function(expression, scope, seconds) {
  failed <- function(condition) {
    message <- paste(conditionMessage(condition), collapse = "\n")
    if (is_time_limit(message)) took_too_long(seconds) else message
  }
  verdict <- attempt(tryCatch({
    invisible(eval(expression, scope))
    ""
  }, error = failed), seconds)
  if (is.character(verdict)) verdict else "The check could not be completed."
}

took_too_long <- function(seconds) paste0("The check did not finish within ", seconds, " s, the time limit of this lesson.")

is_assignment <- function(expression) is.call(expression) && any(vapply(c("<-", "=", "<<-", "library"), function(name) identical(expression[[1L]], as.name(name)), TRUE))

result_json <- function(expression, verdict) {
  json_object(c(
    name = json_text(code_text(expression, 200L)),
    pass = if (verdict == "") "true" else "false",
    expected = "null",
    actual = "null",
    feedback = if (verdict == "") "null" else json_text(cut_text(verdict, 2000L)),
    hints = "[]"
  ))
}

# The check itself is wrong.
mistake_json <- function(name, message) {
  json_object(c(
    name = json_text(name), message = json_text(message), line = "null", column = "null",
    traceback = json_text(paste0(name, ": ", message))
  ))
}

check_fields <- function(results, error) c(results = json_array(results), error = error)
