import pandas as pd

sales = pd.read_csv("bakery.csv")
first_rows = ...
