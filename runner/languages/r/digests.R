# A short text for vectors and tables that are too large to report value by value: types and sizes are readable, the values are
# hashed, with numbers rounded to six significant digits, so that different ways to compute the same result agree.

DIGEST_DIGITS <- 6L

# NULL if the value isn't a vector, matrix or data frame.
digest_text <- function(value) {
  if (is_frame(value)) {
    columns <- paste(utils::head(names(value), 20L), collapse = ", ")
    parts <- vapply(value, vector_digest, "")
    return(sprintf("data.frame of %d rows and %d columns (%s) digest %s", nrow(value), length(value), columns, text_digest(parts)))
  }
  if (!is.atomic(value)) return(NULL)
  size <- if (is.null(dim(value))) sprintf("%.0f values", length(value)) else paste(dim(value), collapse = " x ")
  names <- if (is.null(names(value))) "" else text_digest(names(value))
  sprintf("%s of %s digest %s", type_family(value), size, text_digest(c(names, vector_digest(value))))
}

vector_digest <- function(value) {
  family <- type_family(value)
  if (is.factor(value)) value <- levels(value)[unclass(value)]
  bare <- as.vector(unclass(value))
  if (is.numeric(bare) || is.logical(bare)) {
    numbers <- signif(as.double(bare), DIGEST_DIGITS)
    numbers[is.na(numbers)] <- NA_real_
    return(bytes_digest(c(charToRaw(family), writeBin(numbers + 0, raw()))))
  }
  text_digest(c(family, as.character(bare)))
}

text_digest <- function(texts) bytes_digest(charToRaw(paste(enc2utf8(texts), collapse = "\n")))

bytes_digest <- function(bytes) {
  file <- tempfile()
  on.exit(unlink(file))
  writeBin(bytes, file)
  substr(tools::md5sum(file)[[1L]], 1L, 16L)
}
