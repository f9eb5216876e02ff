# One R process for one run: `R --file=main.R --args FOLDER REQUEST REPORT`, the last two descriptors of the supervisor.
# With FOLDER alone it writes down what it compiled, outside any sandbox, so that the next ones need not compile it.
#
#   request.R    reads the request, once R is warm        report.R     writes what is noted, as JSON (json.R)
#   run-code.R   runs preamble and code                    errors.R     errors as their author should read them
#   warnings.R   warnings as R tells them                  base.R       base as it was before the code
#   plots.R      pages that were drawn, as PNGs            variables.R  what the code left behind, for people
#   values.R     … and as data, for comparing              digests.R    … where that would be too much
#   legacy.R     the lesson's plain assertions             guard.R      bounds around the author's own methods
#
# Nothing is left in the global environment, where the code runs. R ends without its usual exit: finalizers and `.Last`
# of the code do not run.
(function(arguments) {
  folder <- arguments[[1L]]
  compiled <- file.path(folder, paste0("compiled-", getRversion(), ".rds"))
  if (file.exists(compiled)) {
    lesson <- readRDS(compiled)
  } else {
    lesson <- new.env(parent = baseenv())
    parts <- c("base", "json", "guard", "request", "report", "errors", "warnings", "run-code", "plots", "digests", "values", "variables", "legacy", "whole-run")
    for (part in parts) sys.source(file.path(folder, paste0(part, ".R")), lesson, keep.source = FALSE)
    # R would compile each of them by itself later, in the middle of a run.
    for (name in ls(lesson)) if (is.function(lesson[[name]])) lesson[[name]] <- compiler::cmpfun(lesson[[name]], list(suppressAll = TRUE))
  }
  if (length(arguments) == 1L) {
    unfinished <- paste0(compiled, "-", Sys.getpid())
    saveRDS(lesson, unfinished, compress = FALSE)
    Sys.chmod(unfinished, "0644", use_umask = FALSE)
    return(invisible(file.rename(unfinished, compiled)))
  }
  lesson$whole_run(as.integer(arguments[[2L]]), as.integer(arguments[[3L]]))
})(commandArgs(trailingOnly = TRUE))
