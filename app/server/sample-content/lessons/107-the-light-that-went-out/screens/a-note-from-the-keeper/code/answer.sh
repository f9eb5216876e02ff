cd logbook/2025
ls
cat note.txt
