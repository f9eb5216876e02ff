# Prints warnings as `Rscript` does: after their top-level expression, and without our own functions.

# Maximum length of a line with both the call and the warning.
WARNING_WIDTH <- 75L
# Beyond this they are only counted, as R does.
LISTED_WARNINGS <- 10L
KEPT_WARNINGS <- 50L

kept_warnings <- list()

# A handler. With `options(warn = 1)` and the like, R behaves as requested.
keep_warning <- function(condition) {
  if (!identical(as.integer(getOption("warn")), 0L)) return()
  if (length(kept_warnings) < KEPT_WARNINGS) {
    call <- conditionCall(condition)
    kept <- list(message = conditionMessage(condition), call = if (!is_ours(call)) call)
    kept_warnings <<- c(kept_warnings, list(kept))
  }
  invokeRestart("muffleWarning")
}

print_warnings <- function() {
  warnings <- kept_warnings
  kept_warnings <<- list()
  count <- length(warnings)
  if (count == 0L) return()
  messages <- lapply(warnings, function(warning) warning$call)
  names(messages) <- vapply(warnings, function(warning) warning$message, "")
  keep_for_warnings(messages)
  lines <- if (count == 1L) c("Warning message:", warning_line(warnings[[1L]]))
  else if (count <= LISTED_WARNINGS) c("Warning messages:", paste0(seq_len(count), ": ", vapply(warnings, warning_line, "")))
  else if (count < KEPT_WARNINGS) sprintf("There were %d warnings (use warnings() to see them)", count)
  else "There were 50 or more warnings (use warnings() to see the first 50)"
  cat(paste0(lines, "\n"), sep = "", file = stderr())
}

warning_line <- function(warning) {
  if (is.null(warning$call)) return(paste0(warning$message, " "))
  call <- deparse(warning$call, nlines = 1L)[[1L]]
  first <- strsplit(warning$message, "\n", fixed = TRUE)[[1L]][1L]
  is_long <- nchar(call, "width") + nchar(first, "width") + 6L > WARNING_WIDTH
  paste0("In ", call, if (is_long) " :\n  " else " : ", warning$message)
}

# For `warnings()`. R itself stores them in base once there was one.
keep_for_warnings <- function(messages) {
  if (exists("last.warning", baseenv(), inherits = FALSE)) assign("last.warning", messages, envir = baseenv())
}
