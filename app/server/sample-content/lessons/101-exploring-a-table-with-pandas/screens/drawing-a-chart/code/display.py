import pandas as pd
import matplotlib.pyplot as plt

sales = pd.read_csv("bakery.csv")
sales["revenue"] = sales["sold"] * sales["price"]
