# One R process for one run: `R --file=main.R --args FOLDER REQUEST REPORT`, the last two descriptors of the supervisor.
# With only FOLDER it saves what it compiled, outside any sandbox, so that later processes don't need to compile.
#
#   request.R    reads the request, once R is warm        report.R     writes records, as JSON (json.R)
#   run-code.R   runs preamble and code                    errors.R     errors as their author should see them
#   warnings.R   prints warnings as R does                 base.R       restores base as it was before the code
#   plots.R      drawn pages, as PNGs                      variables.R  variables for people to read
#   values.R     … and as data, for comparing              digests.R    … where that would be too much
#   legacy.R     the lesson's plain assertions             guard.R      limits around the author's own methods
#   unit.R       unit tests of testthat
#
# Nothing of ours stays in the global environment, where the code runs. R ends without its usual exit, so finalizers and
# `.Last` of the code don't run.
(function(arguments) {
  folder <- arguments[[1L]]
  compiled <- file.path(folder, paste0("compiled-", getRversion(), ".rds"))
  if (file.exists(compiled)) {
    lesson <- readRDS(compiled)
  } else {
    lesson <- new.env(parent = baseenv())
    parts <- c("base", "json", "guard", "request", "report", "errors", "warnings", "run-code", "plots", "digests", "values", "variables", "legacy", "unit", "whole-run")
    for (part in parts) sys.source(file.path(folder, paste0(part, ".R")), lesson, keep.source = FALSE)
    # Otherwise R would compile each of them later, during a run.
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
