# A note that is on this screen only.
printf 'The key is under the third pot.\n' > garden/2024/note.txt
