per_week = clear.groupby("week")["puffins"].mean()
best_week = per_week.idxmax()
print(best_week)
