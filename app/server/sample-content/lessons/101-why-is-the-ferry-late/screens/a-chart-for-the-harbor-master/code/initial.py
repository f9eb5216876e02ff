by_tide = by_tide

# Draw the bars, then add the title and the label here.

plt.show()
