# Errors as their author should see them: without our own frames, with lines of the code.

CODE_FILE <- "script.R"
PREAMBLE_FILE <- "before.R"
MAX_TRACEBACK <- 20000L
MAX_CALLS <- 100L
# R's messages for exceeded limits; its C functions report them no other way.
LIMIT_WORDS <- c(
  memory = "cannot allocate|memory exhausted|Cannot allocate memory|too large to (allocate|hold)",
  disk = "No space left on device|File too large|Disk quota exceeded",
  processes = "Resource temporarily unavailable|unable to fork"
)

# `calls`: outermost first, as in `sys.calls()`, without ours. `line`: used if nothing more exact is known.
error_record <- function(condition, calls, line, name = NULL, message = NULL, limit = NULL) {
  text <- message
  if (is.null(text)) text <- attempt(paste(conditionMessage(condition), collapse = "\n"))
  text <- cut_text(if (is.character(text)) text else "", MAX_TRACEBACK)
  if (is.null(name)) name <- condition_name(condition)
  json_object(c(
    type = json_text("error"),
    name = json_text(cut_text(name, 200L)),
    message = json_text(text),
    line = json_integer(line_of(calls, line)),
    column = "null",
    traceback = json_text(cut_text(traceback_text(condition, name, text, calls), MAX_TRACEBACK)),
    limit = json_or_null(if (is.null(limit)) limit_of(text) else limit)
  ))
}

# Keep in sync with runs.ts.
EARLIER_ERRORS_AT_MOST <- 10L

# The error of the code of an earlier screen.
earlier_record <- function(name, line) {
  json_object(c(type = json_text("earlier error"), name = json_text(name), message = json_text(line)))
}

# The name and the message of an error.
error_line <- function(condition) {
  text <- attempt(paste(conditionMessage(condition), collapse = "\n"))
  cut_text(paste0(condition_name(condition), ": ", if (is.character(text)) text else ""), 2000L)
}

# `Error` for what `stop()` and R itself raise; other conditions by their class.
condition_name <- function(condition) {
  class <- class(condition)[[1L]]
  if (class %in% c("simpleError", "error", "condition")) "Error" else class
}

limit_of <- function(message) {
  for (limit in names(LIMIT_WORDS)) if (grepl(LIMIT_WORDS[[limit]], message)) return(limit)
  NULL
}

# The innermost line of the code in the calls.
line_of <- function(calls, line) {
  for (call in rev(calls)) {
    place <- place_of(call)
    if (!is.null(place) && place$file == CODE_FILE) return(place$line)
  }
  line
}

place_of <- function(call) {
  reference <- attr(call, "srcref")
  file <- attr(reference, "srcfile")$filename
  if (is.null(reference) || !is.character(file)) NULL else list(file = file[[1L]], line = as.integer(reference)[[1L]])
}

# As in R's own `traceback()`: the innermost call first.
traceback_text <- function(condition, name, message, calls) {
  raised_by <- conditionCall(condition)
  where <- if (is.null(raised_by) || is_ours(raised_by)) "" else paste0(" in ", code_text(raised_by, 80L), " ")
  head <- paste0(name, where, ": ", message)
  calls <- Filter(function(call) !is_handling(call), calls)
  if (length(calls) > MAX_CALLS) calls <- c(calls[seq_len(MAX_CALLS / 2)], calls[length(calls) - rev(seq_len(MAX_CALLS / 2)) + 1L])
  lines <- vapply(rev(seq_along(calls)), function(index) {
    place <- place_of(calls[[index]])
    paste0(index, ": ", code_text(calls[[index]], 120L), if (!is.null(place)) paste0(" at ", place$file, "#", place$line))
  }, "")
  paste(c(head, lines), collapse = "\n")
}

# The frames that R adds around a handler.
is_handling <- function(call) {
  is.name(call[[1L]]) && as.character(call[[1L]]) %in% c(".handleSimpleError", "h") || is.function(call[[1L]])
}

is_ours <- function(call) is.call(call) && identical(call[[1L]], quote(eval)) && any(all.names(call) == "lesson_code")
