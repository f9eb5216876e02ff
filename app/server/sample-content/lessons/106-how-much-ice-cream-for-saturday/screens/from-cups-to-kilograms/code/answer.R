cups <- c(48, 52, 79, 102, 76, 45, 93, 117, 71, 61)
kilos <- cups * 0.12
total <- sum(kilos)
print(total)
