# The code may replace or trace R's own functions. Ours must still work then.

# Returns a function that restores what was replaced in base since now.
keep_base <- function() {
  everything <- as.list(baseenv(), all.names = TRUE)
  # With copies of all it uses, so that it depends on nothing that can be replaced.
  own <- list2env(everything, parent = emptyenv())
  own$kept <- Filter(is.function, everything)
  restore <- function() {
    base <- baseenv()
    # What `mget()` calls after its own checks, which take longer than an empty run.
    now <- .Internal(mget(names(kept), base, "any", list(NULL), FALSE))
    # Compare all at once: usually nothing was replaced.
    if (identical(now, kept)) return()
    for (index in seq_along(kept)) {
      if (identical(now[[index]], kept[[index]])) next
      name <- names(kept)[[index]]
      if (bindingIsLocked(name, base)) unlockBinding(name, base)
      assign(name, kept[[index]], envir = base)
    }
  }
  environment(restore) <- own
  restore
}
