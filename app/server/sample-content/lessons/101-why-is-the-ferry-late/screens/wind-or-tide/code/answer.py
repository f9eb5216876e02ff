by_wind = crossings.groupby("wind")["late"].mean()
by_tide = crossings.groupby("tide")["late"].mean()

print(by_wind)
print(by_tide)
