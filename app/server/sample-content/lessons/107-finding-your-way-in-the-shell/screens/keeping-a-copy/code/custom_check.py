directory_contains("backup", ["april.txt", "may.txt"], feedback="The folder backup should hold april.txt and may.txt. Make it with mkdir, and see with ls backup what is in it.")
file_equals("backup/april.txt", other="garden/2024/april.txt", feedback="backup/april.txt should be a copy of garden/2024/april.txt. Did you copy the one of 2023?")
file_equals("backup/may.txt", other="garden/2024/may.txt", feedback="backup/may.txt should be a copy of garden/2024/may.txt. Did you copy the one of 2023?")
directory_contains("garden/2024", ["april.txt", "may.txt"], feedback="The originals should stay in garden/2024. Copy them with cp: mv moves them.")
