sold <- c(Mon = 50, Tue = 55, Wed = 60, Thu = 53, Fri = 81, Sat = 92, Sun = 75)
share <- round(100 * sold / sum(sold), 1)
barplot(share, main = "Share of the week", ylab = "percent")
