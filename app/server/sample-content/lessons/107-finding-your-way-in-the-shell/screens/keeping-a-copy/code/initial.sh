mkdir backup
