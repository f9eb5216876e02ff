sold <- c(Mon = 50, Tue = 55, Wed = 60, Thu = 53, Fri = 81, Sat = 92, Sun = 75)
