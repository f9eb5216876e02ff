crossings["late"] = crossings["minutes"] - 25
average = crossings["late"].mean()
print(average)
