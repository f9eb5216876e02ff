late_ones = crossings[crossings["late"] > 10]
print(len(late_ones))
