grep "lamp out" logbook/2025/july.txt
