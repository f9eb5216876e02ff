# Variables as people see them: name, class, length, text, table.

MAX_VARIABLES <- 500L
COLLECT_SECONDS <- 4
# Limit for a printed value, and for a table.
SHOWN_VALUES <- 1000L
SHOWN_ROWS <- 60L
SHOWN_COLUMNS <- 20L
MAX_HTML <- 200000L

# Returns whether something was left out. `wanted`: names whose values are reported as data; NULL: all.
note_variables <- function(report, names, wanted) {
  is_cut <- FALSE
  is_spent <- budget(COLLECT_SECONDS)
  options(max.print = SHOWN_VALUES, width = 80L)
  for (name in names) {
    if (is_spent()) {
      is_cut <- TRUE
      report$note(name_record(name), 1024)
      next
    }
    record <- attempt(variable_record(name, is.null(wanted) || name %in% wanted), COLLECT_SECONDS)
    if (is.null(record)) record <- list(whole = name_record(name), small = name_record(name))
    if (report$note(record$whole, FOR_LATER)) next
    is_cut <- TRUE
    if (!report$note(record$small, 1024)) break
  }
  is_cut
}

# The whole record, or a shorter one if that is too large.
variable_record <- function(name, with_value) {
  # May be a promise or an active binding, which runs the author's code here.
  value <- attempt(list(get(name, globalenv(), inherits = FALSE)))[[1L]]
  text <- string_form(value)
  size <- attempt(length(value))
  basics <- list(name = name, class = class(value), base = typeof(value), length = if (is.numeric(size)) size[1L], text = text)
  small <- do.call(variable_json, basics)
  whole <- do.call(variable_json, c(basics, list(
    html = if (is_frame(value)) attempt(html_table(value)),
    value = if (with_value) value_json(value, text)
  )))
  list(whole = whole, small = small)
}

# Describes a variable without evaluating it.
name_record <- function(name) variable_json(name, "unknown", "unknown", NULL, "<a value that was not read>")

variable_json <- function(name, class, base, length, text, html = NULL, value = NULL) {
  json_object(c(
    type = json_text("variable"),
    name = json_text(cut_text(name, 500L)),
    type_name = json_text(cut_text(class[[1L]], 200L)),
    base_class = json_text(cut_text(if (base::length(class) > 1L) class[[2L]] else base, 200L)),
    length = json_integer(length),
    string_form = json_text(text),
    html_output = json_or_null(html),
    image = "null",
    value = if (is.null(value)) "null" else value
  ))
}

# As R prints it, with the methods that the code defined, without what differs between runs.
string_form <- function(value) {
  text <- attempt(printed(eval(as.call(list(if (isS4(value)) methods::show else print, call("quote", value))), globalenv())))
  if (is.character(text)) cut_text(without_addresses(text)) else paste0("<", class(value)[[1L]], " that cannot be shown>")
}

html_table <- function(value) {
  rows <- min(nrow(value), SHOWN_ROWS)
  columns <- min(length(value), SHOWN_COLUMNS)
  shown <- unclass(value)[seq_len(columns)]
  texts <- vapply(shown, function(column) cell_texts(column, rows), character(rows))
  cells <- matrix(paste0("<td>", texts, "</td>"), rows, columns)
  labels <- paste0("<th>", escaped(attr(value, "row.names")[seq_len(rows)]), "</th>")
  lines <- vapply(seq_len(rows), function(row) paste0("<tr>", labels[[row]], paste(cells[row, ], collapse = ""), "</tr>"), "")
  heads <- paste0("<th>", escaped(names(value)[seq_len(columns)]), "</th>", collapse = "")
  left_out <- nrow(value) - rows
  html <- paste0(
    "<table><thead><tr><th></th>", heads, "</tr></thead><tbody>", paste(lines, collapse = ""), "</tbody></table>",
    if (left_out > 0L) paste0("<p>", left_out, " more rows</p>")
  )
  if (nchar(html) <= MAX_HTML) html
}

cell_texts <- function(column, rows) {
  some <- if (is.null(dim(column))) column[seq_len(rows)] else rep("…", rows)
  texts <- if (is.list(some)) vapply(some, function(part) code_text(part, 60L), "") else trimws(format(some))
  escaped(substr(texts, 1L, 200L))
}

escaped <- function(texts) {
  texts <- gsub("&", "&amp;", as.character(texts), fixed = TRUE)
  texts <- gsub("<", "&lt;", texts, fixed = TRUE)
  gsub(">", "&gt;", texts, fixed = TRUE)
}
