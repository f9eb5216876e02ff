# Bounds around the author's own methods: a print method is foreign code, and may loop, fail, leave or lie. What cannot be
# ended from within is ended by the supervisor.

METHOD_SECONDS <- 1
# Characters of a text that is kept of a value.
MAX_TEXT <- 20000L
# What the code leaves by with `quit()`.
QUIT_RESTART <- "lessonwright quit"

# What `expression` gives, or NULL when it fails, leaves or takes too long.
attempt <- function(expression, seconds = METHOD_SECONDS) {
  on.exit(setTimeLimit())
  caught <- function(condition) NULL
  leave <- list(abort = function(...) NULL)
  leave[[QUIT_RESTART]] <- function(...) NULL
  bounded <- function() {
    setTimeLimit(elapsed = seconds, transient = TRUE)
    tryCatch(suppressWarnings(expression), error = caught, interrupt = caught)
  }
  do.call(withRestarts, c(list(quote(bounded())), leave))
}

# What `expression` prints, as one text.
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

# `<environment: 0x55…>` says `<environment>`: the same on every run.
without_addresses <- function(text) gsub("<(environment|pointer): 0x[0-9a-f]+>", "<\\1>", gsub("\n?<bytecode: 0x[0-9a-f]+>", "", text))

# The code as R writes it, on one line; bounded.
code_text <- function(code, limit = 500L) {
  lines <- deparse(code, width.cutoff = 120L, nlines = 8L)
  cut_text(gsub("\\s+", " ", paste(trimws(lines), collapse = " ")), limit)
}

# Time that all foreign code after the run may take together.
budget <- function(seconds) {
  end <- proc.time()[["elapsed"]] + seconds
  function() proc.time()[["elapsed"]] >= end
}
