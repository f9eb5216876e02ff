# Drawn pages, as PNGs in the order in which their devices were opened and their pages begun.

MAX_IMAGES <- 20L
# Inches, and dots per inch.
PLOT_WIDTH <- 7
PLOT_HEIGHT <- 5
PLOT_DOTS <- 96
PLOT_FOLDER <- "/tmp/.plots"
# Limit for a PNG in bytes.
MAX_PICTURE <- 2000000
DRAW_SECONDS <- 3

# The device that `plot()`, `dev.new()` and drawing packages open if none is open.
open_gallery <- function() {
  opened <- 0L
  dir.create(PLOT_FOLDER, showWarnings = FALSE)
  function(width = PLOT_WIDTH, height = PLOT_HEIGHT, ...) {
    opened <<- opened + 1L
    file <- file.path(PLOT_FOLDER, sprintf("%04d-%%04d.png", opened))
    grDevices::png(file, width = width, height = height, units = "in", res = PLOT_DOTS, type = "cairo", bg = "white")
  }
}

# Closes open devices and returns the files of the pages.
close_gallery <- function() {
  attempt(grDevices::graphics.off(), DRAW_SECONDS)
  sort(list.files(PLOT_FOLDER, "\\.png$", full.names = TRUE))
}

note_images <- function(report) {
  files <- close_gallery()
  is_cut <- length(files) > MAX_IMAGES
  for (file in utils::head(files, MAX_IMAGES)) {
    size <- file.size(file)
    is_read <- !is.na(size) && size <= MAX_PICTURE
    is_cut <- !(is_read && report$image(readBin(file, "raw", size))) || is_cut
  }
  if (is_cut) report$note(cut_record("images"))
}
