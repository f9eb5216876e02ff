per_product = sales.groupby("product")["revenue"].sum().sort_values()

per_product.plot.barh()
plt.title("Revenue of a week")
plt.xlabel("euros")
plt.tight_layout()
plt.show()
