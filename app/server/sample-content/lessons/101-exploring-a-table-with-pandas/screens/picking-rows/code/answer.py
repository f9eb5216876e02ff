busy = sales[(sales["product"] == "croissant") & (sales["sold"] > 40)]
busy_days = list(busy["day"].unique())
