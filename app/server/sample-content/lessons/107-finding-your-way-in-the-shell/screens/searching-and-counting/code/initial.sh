grep watered garden/2024/may.txt
