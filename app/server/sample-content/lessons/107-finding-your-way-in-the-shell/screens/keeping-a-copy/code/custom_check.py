directory_contains("backup", ["april.txt", "may.txt"])
file_equals("backup/may.txt", other="garden/2024/may.txt")
file_exists("garden/2024/may.txt", feedback="The diaries should stay in garden/2024: copy them, do not move them.")
