# What the supervisor sends (frames.py): fields, each `name bytes` on a line and the bytes, until `end 0`.

# `first`: the name of the first field; anything before it wasn't written by the supervisor.
read_fields <- function(connection, first) {
  names <- character()
  texts <- character()
  repeat {
    head <- strsplit(readLines(connection, 1L, warn = FALSE), " ", fixed = TRUE)[[1L]]
    if (length(names) == 0L && (length(head) != 2L || head[[1L]] != first)) next
    if (head[[1L]] == "end") break
    size <- as.integer(head[[2L]])
    text <- if (size == 0L) "" else readChar(connection, size, useBytes = TRUE)
    Encoding(text) <- "UTF-8"
    names <- c(names, head[[1L]])
    texts <- c(texts, text)
  }
  function(name) texts[names == name]
}

read_request <- function(connection) {
  field <- read_fields(connection, "result_bytes")
  list(
    # Another request follows once `earlier` has run.
    is_prepared = length(field("is_prepared")) > 0L,
    earlier = field("earlier"),
    # For each text of `earlier`: its name, and whether its errors aren't reported.
    earlier_names = field("earlier_name"),
    may_fail = field("may_fail") == "1",
    preamble = field("preamble"),
    code = field("code"),
    # The lines that the code can read; NULL: there are none.
    input = if (length(field("input")) > 0L) strsplit(field("input"), "\n", fixed = TRUE)[[1L]] else NULL,
    # NULL: of every variable.
    values = if (length(field("values")) > 0L) NULL else field("value"),
    compared = field("compared"),
    result_bytes = as.numeric(field("result_bytes"))
  )
}
