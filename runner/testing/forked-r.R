# One R for many programs, each in a fork of it: `R --file=forked-r.R --args FOLDER`, the folder of our compiled R programs. A line of
# standard input is a folder with `program.R`, an expression that gives the request; its records and pictures are written there.
# A line on both outputs says that a program has ended.
(function(folder) {
  lesson <- readRDS(list.files(folder, "^compiled-.*\\.rds$", full.names = TRUE)[[1L]])
  lesson$prepare_options()
  lesson$replace_installation()
  # Loads what tests need, once for all forks.
  rehearse_tests <- function() {
    file <- tempfile(fileext = ".R")
    writeLines("test_that('rehearsal', { expect_equal(1, 2); expect_error(stop('a')) })", file)
    lesson$printed(for (again in 1:2) testthat::test_file(file, reporter = testthat::ListReporter$new(), stop_on_failure = FALSE))
  }
  is_rehearsed <- !requireNamespace("testthat", quietly = TRUE)
  # As `whole_run` does, without a supervisor.
  run <- function(request, to) {
    own_pid <- Sys.getpid()
    lesson$replace_quit(own_pid)
    give_input <- lesson$replace_input()
    restore_base <- lesson$keep_base()
    lesson$PLOT_FOLDER <- file.path(to, "plots")
    options(device = lesson$open_gallery())
    records <- file(file.path(to, "records"), "wb")
    pictures <- 0L
    report <- list(
      note = function(record, reserve = 0) {
        writeBin(charToRaw(paste0(enc2utf8(record), "\n")), records)
        flush(records)
        TRUE
      },
      image = function(png) {
        pictures <<- pictures + 1L
        writeBin(png, file.path(to, sprintf("picture-%02d", pictures)))
        TRUE
      },
      done = function() close(records)
    )
    setwd(file.path(to, "work"))
    failure <- lesson$run_earlier(request$earlier, request$earlier_names, request$may_fail, report$note)
    if (is.null(failure)) failure <- lesson$run_texts(request$preamble, request$code, function() give_input(request$input))
    restore_base()
    lesson$clear_up()
    lesson$note_all(report, request$values, failure, "", request$legacy, request$seconds, request$unit)
  }
  input <- file("stdin", "r")
  while (length(to <- readLines(input, 1L)) > 0L) {
    request <- eval(parse(file.path(to, "program.R"), encoding = "UTF-8"))
    if (!is.null(request$unit) && !is_rehearsed) {
      rehearse_tests()
      is_rehearsed <- TRUE
    }
    parallel::mccollect(parallel::mcparallel(run(request, to), mc.set.seed = TRUE))
    for (output in list(stdout(), stderr())) {
      cat("\n\001end of a program\n", file = output)
      flush(output)
    }
  }
})(commandArgs(trailingOnly = TRUE))
