by_tide = by_tide.sort_values()

by_tide.plot.bar()
plt.title("Average delay")
plt.ylabel("minutes")
plt.show()
