celsius <- c(12.5, 14, 9.5, 11)
fahrenheit <- celsius * 9 / 5 + 32
print(mean(fahrenheit))
