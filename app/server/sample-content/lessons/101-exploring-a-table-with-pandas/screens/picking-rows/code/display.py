import pandas as pd

sales = pd.read_csv("bakery.csv")
sales["revenue"] = sales["sold"] * sales["price"]
