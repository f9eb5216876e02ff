import pandas as pd

crossings = pd.read_csv("island-ferry/crossings.csv")
crossings["late"] = crossings["minutes"] - 25
