sales["revenue"] = sales["sold"] * sales["price"]
total = round(sales["revenue"].sum(), 2)
print(total)
