# JSON as text. Each function returns one string per element.

json_text <- function(texts) {
  if (length(texts) == 0L) return(character())
  texts <- enc2utf8(as.character(texts))
  bad <- !validUTF8(texts)
  if (any(bad)) texts[bad] <- iconv(texts[bad], "UTF-8", "UTF-8", sub = "byte")
  texts <- gsub("\\", "\\\\", texts, fixed = TRUE)
  texts <- gsub("\"", "\\\"", texts, fixed = TRUE)
  if (any(grepl("[\001-\037\177]", texts))) {
    for (code in c(1:31, 127L)) texts <- gsub(intToUtf8(code), sprintf("\\u%04x", code), texts, fixed = TRUE)
  }
  paste0("\"", texts, "\"")
}

# `fields`: JSON texts, by name.
json_object <- function(fields) paste0("{", paste0("\"", names(fields), "\":", fields, collapse = ","), "}")

json_array <- function(items) paste0("[", paste(items, collapse = ","), "]")

json_or_null <- function(text) if (is.null(text)) "null" else json_text(text)

json_integer <- function(number) if (is.null(number) || is.na(number)) "null" else format(number, scientific = FALSE)
