# Values as data, for comparing outside this process: JSON of `VariableValue` (platform/contract/variables.ts).
#
# A vector is a `series` whose index is its names, or 1, 2, 3 …, because R has no scalars. Integers and doubles are both numbers.
# NA is `none`, NaN is NaN. A matrix or data frame is a `frame`; row names count if they are strings. A list with names is a
# `dict`. Anything else is `opaque` and compared by its text. Limited in depth, parts and text.

MAX_DEPTH <- 12L
# Values inside a value, itself included.
MAX_PARTS <- 10000
MAX_VALUE_TEXT <- 100000
MAX_OPAQUE_TEXT <- 5000L
NONE <- "{\"kind\":\"none\"}"

# `string_form`: the text for a value of unknown kind.
value_json <- function(value, string_form) {
  record <- attempt(read_value(value, string_form, new_count(), 0L), 2 * METHOD_SECONDS)
  if (is.null(record)) record <- opaque(attempt(digest_text(value), 2 * METHOD_SECONDS), string_form)
  record
}

opaque <- function(text, otherwise = "") {
  text <- if (is.character(text)) text else otherwise
  text <- without_addresses(text)
  is_cut <- nchar(text) > MAX_OPAQUE_TEXT
  json_object(c(kind = json_text("opaque"), text = json_text(cut_text(text, MAX_OPAQUE_TEXT)), cut = if (is_cut) "true" else "false"))
}

# Counts the parts of one value.
new_count <- function() {
  parts <- 0
  function(more) {
    parts <<- parts + more
    if (parts > MAX_PARTS) stop("The value is too large to report as data.")
  }
}

read_value <- function(value, string_form, count, depth) {
  count(1)
  if (depth > MAX_DEPTH) stop("The value is too deep to report as data.")
  if (is.null(value)) return(NONE)
  if (is.function(value)) return(opaque(sub(" NULL$", "", code_text(args(value)))))
  if (is.language(value)) return(opaque(code_text(value, MAX_OPAQUE_TEXT)))
  read <- function(part) read_value(part, NULL, count, depth + 1L)
  if (is_frame(value)) return(read_frame(value, read, count))
  if (is.atomic(value)) return(read_atomic(value, count))
  if (is.list(value) && !isS4(value)) return(read_list(value, read, count))
  opaque(if (is.null(string_form)) printed(print(value)) else string_form)
}

is_frame <- function(value) is.list(value) && inherits(value, "data.frame")

# Such as `numeric`, `factor` or `Date`: the type of the values, whatever their width.
type_family <- function(value) {
  if (is.factor(value)) return(if (is.ordered(value)) "ordered" else "factor")
  if (inherits(value, "Date")) return("Date")
  if (inherits(value, "POSIXct")) return("POSIXct")
  if (inherits(value, "difftime")) return(paste("difftime in", attr(value, "units")))
  switch(typeof(value), integer = , double = "numeric", typeof(value))
}

# One JSON text per value of a vector.
items_of <- function(value) {
  missing <- is.na(unclass(value)) & !is.nan(if (is.double(value)) unclass(value) else 0)
  items <- if (is.factor(value)) item("str", json_text(levels(value)[unclass(value)]))
  else if (inherits(value, "Date")) item("date", json_text(format(structure(as.double(unclass(value)), class = "Date"))))
  else if (inherits(value, "POSIXct")) item("date", json_text(format(as.POSIXct(as.double(unclass(value)), origin = "1970-01-01", tz = "UTC"), "%Y-%m-%dT%H:%M:%SZ")))
  else switch(typeof(value),
    logical = item("bool", ifelse(unclass(value), "true", "false")),
    integer = , double = item("float", json_number(unclass(value))),
    complex = sprintf("{\"kind\":\"complex\",\"real\":%s,\"imag\":%s}", json_number(Re(value)), json_number(Im(value))),
    character = item("str", json_text(unclass(value))),
    item("bytes", json_text(as.character(value)))
  )
  items[missing] <- NONE
  items
}

item <- function(kind, texts) sprintf("{\"kind\":\"%s\",\"value\":%s}", kind, texts)

json_number <- function(numbers) {
  numbers <- as.double(numbers)
  texts <- sprintf("%.17g", numbers)
  texts[is.nan(numbers)] <- "\"nan\""
  texts[is.infinite(numbers)] <- ifelse(numbers[is.infinite(numbers)] > 0, "\"inf\"", "\"-inf\"")
  texts[is.na(numbers) & !is.nan(numbers)] <- "\"nan\""
  texts
}

read_atomic <- function(value, count) {
  count(2 * length(value))
  if (typeof(value) == "character" && sum(nchar(value, "bytes"), na.rm = TRUE) > MAX_VALUE_TEXT) stop("The text is too long.")
  shape <- dim(value)
  if (length(shape) == 2L) return(read_matrix(value, shape, count))
  if (length(shape) > 2L) {
    rows_first <- aperm(array(seq_along(value), shape), rev(seq_along(shape)))
    items <- items_of(as.vector(unclass(value)))[rows_first]
    return(json_object(c(kind = json_text("array"), dtype = json_text(type_family(value)), shape = json_array(shape), items = json_array(items))))
  }
  vector <- series(if (length(shape) == 1L) dimnames(value)[[1L]] else names(value), type_family(value), items_of(value))
  # The levels of a factor count, and their order.
  if (!is.factor(value)) return(vector)
  levels <- levels(value)
  count(2 * length(levels))
  dict(c("values", "levels"), c(vector, series(NULL, "character", items_of(levels))))
}

series <- function(names, dtype, items) {
  index <- if (is.null(names)) item("int", json_text(seq_along(items))) else items_of(as.character(names))
  json_object(c(kind = json_text("series"), name = NONE, dtype = json_text(dtype), index = json_array(index), items = json_array(items)))
}

dict <- function(keys, items) {
  entries <- if (length(keys) == 0L) character() else paste0("[", item("str", json_text(keys)), ",", items, "]")
  json_object(c(kind = json_text("dict"), entries = json_array(entries)))
}

labels_of <- function(names, size) if (is.null(names)) item("int", json_text(seq_len(size))) else items_of(as.character(names))

read_matrix <- function(value, shape, count) {
  count(sum(shape))
  cells <- matrix(items_of(as.vector(value)), shape[[1L]], shape[[2L]])
  frame(
    labels_of(dimnames(value)[[2L]], shape[[2L]]), rep(type_family(value), shape[[2L]]),
    labels_of(dimnames(value)[[1L]], shape[[1L]]), cells
  )
}

read_frame <- function(value, read, count) {
  rows <- attr(value, "row.names")
  size <- length(rows)
  columns <- unclass(value)
  count(size * (length(columns) + 1) + length(columns))
  cells <- vapply(columns, function(column) {
    if (!is.null(dim(column)) || length(column) != size) stop("A column that is a table.")
    if (is.atomic(column)) items_of(column) else vapply(column, read, "")
  }, character(size))
  # Row numbers only say where rows came from, which isn't part of the result.
  labels <- labels_of(if (is.character(rows)) rows, size)
  types <- vapply(columns, type_family, "")
  frame(labels_of(names(value), length(columns)), types, labels, matrix(cells, size, length(columns)))
}

frame <- function(columns, types, index, cells) {
  rows <- vapply(seq_len(nrow(cells)), function(row) json_array(cells[row, ]), "")
  json_object(c(
    kind = json_text("frame"), columns = json_array(columns), dtypes = json_array(if (length(types) > 0L) json_text(types)),
    index = json_array(index), rows = json_array(rows)
  ))
}

read_list <- function(value, read, count) {
  if (inherits(value, "POSIXlt")) return(read(as.POSIXct(value)))
  names <- names(value)
  parts <- unclass(value)
  items <- vapply(parts, read, "", USE.NAMES = FALSE)
  if (!is.null(names) && all(nzchar(names)) && !anyDuplicated(names)) return(dict(names, items))
  count(length(parts))
  series(names, "list", items)
}
