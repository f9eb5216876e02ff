cd garden/2024
ls
cat note.txt
