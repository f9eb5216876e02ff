per_product = sales.groupby("product")["revenue"].sum()

# Draw the bars here.
plt.title("Revenue of a week")
plt.show()
