import pandas as pd

sales = pd.read_csv("bakery.csv")
first_rows = sales.head(4)
print(sales.shape)
