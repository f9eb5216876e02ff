temp <- c(18, 21, 25, 28, 23, 19, 27, 30, 24, 20)
cups <- c(48, 52, 79, 102, 76, 45, 93, 117, 71, 61)
hot <- cups[temp >= 27]
amount <- mean(hot) * 0.12
print(amount)
