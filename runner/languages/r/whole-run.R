# The whole life of a run.

# `request`, `report`: descriptors. Returns when everything is reported; the supervisor then ends R. A prepared run arrives in two
# requests: the code of earlier screens runs after the first one, the rest after the second.
whole_run <- function(request, report) {
  own_pid <- Sys.getpid()
  incoming <- file(paste0("/proc/self/fd/", request), "rb", raw = TRUE)
  outgoing <- file(paste0("/proc/self/fd/", report), "ab", raw = TRUE)
  prepare_options()
  replace_quit(own_pid)
  replace_installation()
  give_input <- replace_input()
  rehearse()
  restore_base <- keep_base()
  send_line <- function(line) {
    writeBin(charToRaw(paste0("\n", line, "\n")), outgoing)
    flush(outgoing)
  }
  # Now, and not during the run.
  gc()
  send_line("warm")
  wanted <- read_request(incoming)
  options(device = open_gallery())
  failure <- NULL
  earlier_errors <- character()
  # Also if the code jumps to R's top level, past our functions.
  on.exit({
    restore_base()
    if (Sys.getpid() != own_pid) tools::pskill(Sys.getpid(), tools::SIGKILL)
    clear_up()
    send_line("collect")
    answer <- read_fields(incoming, "word")
    records <- open_report(outgoing, answer("word"), wanted$result_bytes, own_pid)
    limit <- answer("limit")
    # Reached although the code finished: it had waited for a program, or caught the interrupt.
    if (is.null(failure) && nzchar(limit)) failure <- interrupted
    for (record in earlier_errors) records$note(record)
    note_all(records, wanted$values, failure, limit, answer("legacy"), as.numeric(answer("seconds")), unit_of(answer), wanted$compared)
  })
  failure <- run_earlier(wanted$earlier, wanted$earlier_names, wanted$may_fail, function(record) earlier_errors <<- c(earlier_errors, record))
  if (wanted$is_prepared) {
    send_line("prepared")
    wanted <- read_request(incoming)
  }
  if (is.null(failure)) failure <- run_texts(wanted$preamble, wanted$code, function() give_input(wanted$input))
  invisible()
}

interrupted <- list(condition = structure(class = c("interrupt", "condition"), list()), calls = list(), line = NA_integer_)

# The unit tests of a request (unit.R); NULL: it has none.
unit_of <- function(answer) {
  if (length(answer("unit_code")) == 0L) return(NULL)
  parts <- c("module", "submission", "file", "code")
  before <- answer("unit_before")
  c(named(lapply(parts, function(part) answer(paste0("unit_", part))), parts), named(as.list(before), rep("before", length(before))))
}

named <- function(values, names) {
  names(values) <- names
  values
}

# `wanted`: names of variables, or NULL. `legacy`: the check, or nothing. `unit`: the unit tests, or NULL. `compared`: names of
# variables that come first, so that neither plots nor large values can crowd them out.
note_all <- function(report, wanted, failure, limit, legacy, seconds, unit = NULL, compared = character()) {
  if (!is.null(failure)) {
    record <- attempt(failure_record(failure, limit))
    if (!is.null(record)) report$note(record)
  }
  names <- ls(globalenv())
  others <- utils::head(setdiff(names, compared), MAX_VARIABLES)
  is_cut <- note_variables(report, intersect(compared, names), wanted)
  attempt(note_images(report), DRAW_SECONDS)
  is_cut <- note_variables(report, others, wanted) || is_cut
  if (is_cut || length(names) > MAX_VARIABLES) report$note(cut_record("vars"))
  if (length(legacy) > 0L) note_legacy(report, legacy, seconds)
  if (!is.null(unit)) note_unit(report, unit, seconds)
  report$done()
}

failure_record <- function(failure, limit) {
  condition <- failure$condition
  if (inherits(condition, "Quit") && is.null(condition$message)) return(NULL)
  if (!inherits(condition, "interrupt")) return(error_record(condition, failure$calls, failure$line))
  name <- switch(limit, time = "TimeLimit", cpu = "ProcessorLimit", "Interrupt")
  message <- switch(limit, time = "the code ran out of time", cpu = "the code ran out of processor time", "the code was interrupted")
  error_record(condition, failure$calls, failure$line, name, message, if (nzchar(limit)) limit)
}

prepare_options <- function() {
  options(
    # As in a non-interactive console.
    width = 80L, browser = "false", pager = "cat", menu.graphics = FALSE, keep.source = FALSE, digits.secs = NULL,
    repos = c(CRAN = "https://cloud.r-project.org"), show.error.messages = TRUE, warn = 0L
  )
}

# Resets redirected output and timers.
clear_up <- function() {
  setTimeLimit()
  while (sink.number() > 0L) sink()
  if (sink.number("message") != 2L) sink(type = "message")
}

# Runs a sample of everything once, so that it is loaded and compiled: a plot, an error, a table.
rehearse <- function() {
  quiet <- list(note = function(...) TRUE, image = function(...) TRUE, done = function() NULL)
  options(device = open_gallery())
  for (again in 1:2) {
    code <- "rehearsal <- data.frame(x = c(1, NA), y = c('a', 'b'))\nf <- function(x) {\n  stop('x')\n}\nplot(1:2, main = 'a')\nfor (i in 1:2) NULL\nf(1)"
    failure <- run_texts(character(), code)
    note_all(quiet, NULL, failure, "", "stopifnot(i == 2)", 4)
    rm(list = ls(globalenv(), all.names = TRUE), envir = globalenv())
    unlink(PLOT_FOLDER, recursive = TRUE)
  }
}
