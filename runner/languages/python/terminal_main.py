"""Starts one terminal: `python3 terminal_main.py` as process 1 of its sandbox, with frames on descriptor 3 and events on 4."""

from lessonwright_run.terminal import serve

serve(frames_fd=3, output_fd=1, events_fd=4)
