figure, axes = plt.subplots()

# Draw both lines here.

plt.show()
