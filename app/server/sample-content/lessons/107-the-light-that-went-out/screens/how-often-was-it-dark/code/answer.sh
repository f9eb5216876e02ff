grep -h "lamp out" logbook/2025/*.txt | wc -l
