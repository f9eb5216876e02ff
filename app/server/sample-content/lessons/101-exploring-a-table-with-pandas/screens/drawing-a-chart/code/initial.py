per_product = sales.groupby("product")["revenue"].sum()

plt.title("Revenue of a week")
plt.show()
