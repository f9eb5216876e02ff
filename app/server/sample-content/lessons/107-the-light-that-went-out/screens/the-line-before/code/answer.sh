grep -B 1 "lamp out" logbook/2025/july.txt
