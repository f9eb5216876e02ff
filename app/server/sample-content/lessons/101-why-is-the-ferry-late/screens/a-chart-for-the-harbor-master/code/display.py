import matplotlib.pyplot as plt
import pandas as pd

crossings = pd.read_csv("island-ferry/crossings.csv")
crossings["late"] = crossings["minutes"] - 25
by_tide = crossings.groupby("tide")["late"].mean()
