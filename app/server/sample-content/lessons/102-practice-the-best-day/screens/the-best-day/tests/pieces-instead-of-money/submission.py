import pandas as pd

sales = pd.read_csv("bakery.csv")
per_day = sales.groupby("day")["sold"].sum()
best_day = per_day.idxmax()
print(best_day)
