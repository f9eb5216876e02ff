mkdir backup
cp garden/2024/*.txt backup
ls backup
