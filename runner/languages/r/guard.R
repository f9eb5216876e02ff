# Limits around the author's own methods: a print method is untrusted code that may loop, fail, exit or lie. What can't be ended
# from within is killed by the supervisor.

METHOD_SECONDS <- 1
# Limits are of the processor's time. On a busy machine, the clock may run so many times longer.
CLOCK_FACTOR <- 2.5
# Characters kept of a value's text.
MAX_TEXT <- 20000L
# The restart that `quit()` of the code invokes.
QUIT_RESTART <- "lessonwright quit"

# The value of `expression`, or NULL if it fails, exits or takes too long.
attempt <- function(expression, seconds = METHOD_SECONDS) {
  on.exit(setTimeLimit())
  caught <- function(condition) NULL
  leave <- list(abort = function(...) NULL)
  leave[[QUIT_RESTART]] <- function(...) NULL
  bounded <- function() {
    setTimeLimit(cpu = seconds, elapsed = CLOCK_FACTOR * seconds, transient = TRUE)
    tryCatch(suppressWarnings(expression), error = caught, interrupt = caught)
  }
  do.call(withRestarts, c(list(quote(bounded())), leave))
}

# Whether an error says that a limit of `attempt` was reached.
is_time_limit <- function(message) grepl("reached (CPU|elapsed) time limit", message)

# The output of `expression`, as one string.
printed <- function(expression) {
  depth <- sink.number()
  kept <- rawConnection(raw(0L), "wb")
  on.exit({
    while (sink.number() > depth) sink()
    close(kept)
  })
  sink(kept)
  force(expression)
  while (sink.number() > depth) sink()
  bytes <- rawConnectionValue(kept)
  text <- rawToChar(bytes[seq_len(min(length(bytes), 4L * MAX_TEXT))])
  Encoding(text) <- "UTF-8"
  sub("\n$", "", if (validUTF8(text)) text else iconv(text, "UTF-8", "UTF-8", sub = "byte"))
}

cut_text <- function(text, limit = MAX_TEXT) if (nchar(text) <= limit) text else paste0(substr(text, 1L, limit - 1L), "…")

# Turns `<environment: 0x55…>` into `<environment>`, the same on every run.
without_addresses <- function(text) gsub("<(environment|pointer): 0x[0-9a-f]+>", "<\\1>", gsub("\n?<bytecode: 0x[0-9a-f]+>", "", text))

# The code as R writes it, on one line and limited in length.
code_text <- function(code, limit = 500L) {
  lines <- deparse(code, width.cutoff = 120L, nlines = 8L)
  cut_text(gsub("\\s+", " ", paste(trimws(lines), collapse = " ")), limit)
}

# Time that all untrusted code after the run may take together.
budget <- function(seconds) {
  start <- proc.time()
  function() {
    used <- proc.time() - start
    used[["user.self"]] + used[["sys.self"]] >= seconds || used[["elapsed"]] >= CLOCK_FACTOR * seconds
  }
}
