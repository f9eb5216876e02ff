grep -h watered garden/2024/*.txt | wc -l
