# Runs code in the global environment, as `Rscript` does: visible top-level values are printed, and warnings are printed after
# their expression.

# Returns NULL, or what ended the code: a list of `condition`, `calls` and `line`.
# `give`: gives the code its input (replace_input).
run_texts <- function(preamble, code, give = function() NULL) {
  failure <- run_silently(preamble, function(condition, index) FALSE, prints = TRUE)
  if (!is.null(failure)) return(failure)
  give()
  run_text(code, CODE_FILE, prints = TRUE)
}

# Runs the code of earlier screens. Returns NULL, or the limit that ended it: errors and `quit()` end only the text that raised them.
# Values are not printed: drawing a plot of ggplot2 would take longer than everything else.
# `names`: of the texts. `may_fail`: for each text; its errors aren't reported. `note`: receives the record of each error, up to a number.
run_earlier <- function(texts, names, may_fail, note) {
  count <- 0L
  ends_only_itself <- function(condition, index) {
    if (inherits(condition, "interrupt")) return(FALSE)
    if (may_fail[[index]] || inherits(condition, "Quit")) return(TRUE)
    line <- error_line(condition)
    if (!is.null(limit_of(line))) return(FALSE)
    count <<- count + 1L
    if (count <= EARLIER_ERRORS_AT_MOST) note(earlier_record(names[[index]], line))
    TRUE
  }
  run_silently(texts, ends_only_itself, prints = FALSE)
}

# Runs code whose output and plots are discarded.
# `ends_only_itself`: whether the next text runs, though a condition ended the one with this index.
run_silently <- function(texts, ends_only_itself, prints) {
  if (length(texts) == 0L) return(NULL)
  depth <- sink.number()
  nowhere <- file(nullfile(), "w")
  sink(nowhere)
  sink(nowhere, type = "message")
  on.exit({
    sink(type = "message")
    while (sink.number() > depth) sink()
    close(nowhere)
    unlink(close_gallery())
  })
  for (index in seq_along(texts)) {
    failure <- run_text(texts[[index]], PREAMBLE_FILE, prints)
    if (!is.null(failure) && !ends_only_itself(failure$condition, index)) return(failure)
  }
}

run_text <- function(text, file_name, prints) {
  source <- srcfilecopy(file_name, strsplit(text, "\n", fixed = TRUE)[[1L]])
  expressions <- tryCatch(parse(text = text, keep.source = TRUE, srcfile = source, encoding = "UTF-8"), error = identity)
  if (inherits(expressions, "error")) return(parse_failure(expressions, file_name))
  references <- attr(expressions, "srcref")
  for (index in seq_along(expressions)) {
    failure <- run_expression(expressions[[index]], references[[index]], prints)
    print_warnings()
    if (!is.null(failure)) return(if (file_name == CODE_FILE) failure else replace(failure, "line", NA_integer_))
  }
  NULL
}

run_expression <- function(expression, reference, prints) {
  failure <- NULL
  note_failure <- function(condition) {
    calls <- sys.calls()
    # Remove our own frames: everything up to the evaluation, and this function.
    calls <- calls[seq_len(length(calls) - 1L)][-seq_len(min(depth, length(calls) - 1L))]
    failure <<- list(condition = condition, calls = calls, line = as.integer(reference)[[1L]])
  }
  leave <- function(status) list(condition = quit_condition(status), calls = list(), line = as.integer(reference)[[1L]])
  depth <- 0L
  evaluate <- function(lesson_code) withVisible(eval(lesson_code, globalenv()))
  run <- function() {
    depth <<- evaluate(quote(sys.nframe()))$value
    result <- evaluate(with_lines(expression, reference))
    # Printed at the same depth; its errors belong to the expression.
    if (prints && result$visible) evaluate(as.call(list(if (isS4(result$value)) methods::show else print, call("quote", result$value))))
    NULL
  }
  # After a stack overflow there may be no room for `note_failure`.
  failure_of <- function(condition) if (is.null(failure)) list(condition = condition, calls = list(), line = as.integer(reference)[[1L]]) else failure
  guarded <- quote(tryCatch(
    withCallingHandlers(run(), error = note_failure, interrupt = note_failure, warning = keep_warning),
    error = failure_of,
    interrupt = failure_of
  ))
  restarts <- list()
  restarts[[QUIT_RESTART]] <- leave
  do.call(withRestarts, c(list(guarded), restarts))
}

# R compiles a top-level loop before it runs, which loses its lines; so compile it with them.
with_lines <- function(expression, reference) {
  if (!any(c("for", "while", "repeat") %in% all.names(expression))) return(expression)
  tryCatch(
    compiler::compile(expression, globalenv(), options = list(suppressAll = TRUE), srcref = reference),
    error = function(condition) expression
  )
}

# R reports `<text>:2:5: unexpected symbol`, then the lines.
parse_failure <- function(condition, file_name) {
  text <- conditionMessage(condition)
  position <- regmatches(text, regexec("^[^:\n]*:([0-9]+):([0-9]+): ", text))[[1L]]
  line <- if (length(position) == 3L && file_name == CODE_FILE) as.integer(position[[2L]]) else NA_integer_
  message <- if (length(position) == 3L) substring(text, nchar(position[[1L]]) + 1L) else text
  condition <- structure(class = c("SyntaxError", "error", "condition"), list(message = message, call = NULL))
  list(condition = condition, calls = list(), line = line)
}

# `quit()` and `q()` end the code, not R. A status other than 0 is an error.
replace_quit <- function(own_pid) {
  leave_r <- base::quit
  leave <- function(save = "default", status = 0, runLast = TRUE) {
    if (Sys.getpid() != own_pid || is.null(computeRestart(QUIT_RESTART))) leave_r("no", status, FALSE)
    invokeRestart(QUIT_RESTART, status)
  }
  computeRestart <- function(name) {
    for (restart in computeRestarts()) if (identical(restart$name, name)) return(restart)
    NULL
  }
  for (name in c("quit", "q")) {
    unlockBinding(name, baseenv())
    assign(name, leave, envir = baseenv())
    lockBinding(name, baseenv())
  }
}

# `install.packages()` does nothing for packages that the lesson has, so that code that begins with it runs.
replace_installation <- function() {
  install <- function(pkgs, ...) {
    missing <- Filter(function(name) !nzchar(system.file(package = name)), as.character(pkgs))
    if (length(missing) == 0L) return(invisible())
    stop("A run can’t install packages: the lesson’s author adds ", paste(missing, collapse = ", "), " under Packages.", call. = FALSE)
  }
  environment(install) <- baseenv()
  for (place in list(asNamespace("utils"), as.environment("package:utils"))) {
    unlockBinding("install.packages", place)
    assign("install.packages", install, envir = place)
    lockBinding("install.packages", place)
  }
}

# Functions that read typed lines read those of `give`, and show them as a terminal does. As in `Rscript`, code that reads a line when
# there is none gets none, but an error says why. Returns `give(lines)`; NULL: there is no input.
replace_input <- function() {
  own <- new.env(parent = baseenv())
  own$read_line <- base::readline
  own$read_lines <- base::readLines
  own$scan <- base::scan
  own$lines <- NULL
  own$explain <- function(name) {
    why <- if (is.null(lines)) "This run has no input, so " else "All lines of the input were read already, so "
    what <- if (is.null(lines)) " has nothing to read. Set the value in the code. The lesson’s author can add lines in the tab Input." else " has nothing left to read."
    warning(why, name, what, call. = FALSE)
  }
  # The next lines, at most `n`; all of them if `n` is negative. There is at least one.
  own$take <- function(n) {
    taken <- lines[seq_len(if (n < 0L) length(lines) else min(n, length(lines)))]
    lines <<- lines[-seq_along(taken)]
    cat(paste0(taken, "\n"), sep = "")
    taken
  }
  own$is_input <- function(con) {
    identical(con, "stdin") || (inherits(con, "connection") && identical(summary(con)$description, "stdin"))
  }
  own$give <- function(text) lines <<- text
  for (name in c("explain", "take", "is_input", "give")) environment(own[[name]]) <- own
  replacements <- list(
    readline = function(prompt = "") {
      if (length(lines) == 0L) {
        explain("readline()")
        return(read_line(prompt))
      }
      cat(prompt)
      take(1L)
    },
    readLines = function(con = stdin(), n = -1L, ok = TRUE, warn = TRUE, encoding = "unknown", skipNul = FALSE) {
      if (!is_input(con)) return(read_lines(con, n, ok, warn, encoding, skipNul))
      if (length(lines) > 0L && n != 0L) return(take(n))
      # Reading to the end of what was given finds an end, as it does in any program.
      if (is.null(lines) || n == 1L) explain("readLines()")
      read_lines(con, n, ok, warn, encoding, skipNul)
    },
    # Without a file or a text, it reads what is typed, up to an empty line.
    scan = function(file = "", ..., text) {
      if (!missing(text)) return(if (missing(file)) scan(..., text = text) else scan(file, ..., text = text))
      if (!identical(file, "") && !is_input(file)) return(scan(file, ...))
      if (length(lines) == 0L) {
        explain("scan()")
        return(scan(file, ...))
      }
      blank <- which(!nzchar(lines))
      given <- list(...)
      rows <- if (identical(file, "") && length(blank) > 0L) blank[[1L]] else length(lines)
      if (isTRUE(given$nlines > 0)) rows <- min(rows, given$nlines)
      # As at a console, the line with the last item is the last one that is read.
      if (isTRUE(given$n > 0)) {
        items <- function(row) length(do.call(scan, c(given[names(given) != "quiet"], list(text = lines[seq_len(row)], quiet = TRUE))))
        rows <- Find(function(row) items(row) >= given$n, seq_len(rows), nomatch = rows)
      }
      scan(..., text = take(rows))
    }
  )
  for (name in names(replacements)) {
    environment(replacements[[name]]) <- own
    unlockBinding(name, baseenv())
    assign(name, replacements[[name]], envir = baseenv())
    lockBinding(name, baseenv())
  }
  own$give
}

quit_condition <- function(status) {
  status <- suppressWarnings(as.integer(status))[1L]
  message <- if (isTRUE(status == 0L)) NULL else paste0("The code exited with status ", status, ".")
  structure(class = c("Quit", "error", "condition"), list(message = message, call = NULL))
}
