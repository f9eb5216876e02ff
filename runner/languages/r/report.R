# Records for the supervisor, marked by the word that it sent after the code had ended (frames.py).

# Bytes that plots and variables leave free, so that small records still fit after large ones.
FOR_LATER <- 65536

# `limit`: bytes of all records together.
open_report <- function(connection, word, limit, own_pid) {
  used <- 0
  send <- function(kind, bytes) {
    # A fork made by the code must not report.
    if (Sys.getpid() != own_pid) tools::pskill(Sys.getpid(), tools::SIGKILL)
    writeBin(c(charToRaw(sprintf("\n%s %s %d\n", word, kind, length(bytes))), bytes), connection)
    flush(connection)
  }
  # Adds a record if `reserve` bytes are still left after it. Returns whether it did.
  add <- function(kind, bytes, size, reserve) {
    if (used + size + reserve > limit) return(FALSE)
    used <<- used + size
    send(kind, bytes)
    TRUE
  }
  list(
    note = function(record, reserve = 0) {
      bytes <- charToRaw(enc2utf8(record))
      add("record", bytes, length(bytes) + 1, reserve)
    },
    image = function(png) add("image", png, 4 * ceiling(length(png) / 3) + 64, FOR_LATER),
    done = function() send("done", raw(0L))
  )
}

cut_record <- function(what) json_object(c(type = json_text("cut"), what = json_text(what)))
