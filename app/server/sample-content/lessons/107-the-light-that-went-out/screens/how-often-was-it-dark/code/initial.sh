grep "lamp out" logbook/2024/june.txt
