celsius <- c(12.5, 14)
