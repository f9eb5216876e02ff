import pandas as pd

sales = pd.read_csv("bakery.csv")
sales["revenue"] = sales["sold"] * sales["price"]
per_day = sales.groupby("day")["revenue"].sum()
best_day = per_day.idxmax()
print(best_day)
