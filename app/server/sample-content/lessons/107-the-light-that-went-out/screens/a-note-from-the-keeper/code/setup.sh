# Only this screen has the note.
printf 'It was never the lamp. Look at what happened right before.\n' > logbook/2025/note.txt
