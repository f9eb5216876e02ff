figure, axes = plt.subplots()

plt.show()
