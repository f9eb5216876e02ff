import matplotlib.pyplot as plt
import pandas as pd

puffins = pd.read_csv("puffins.csv")
all_days = puffins.groupby("week")["puffins"].mean()
clear_days = puffins[puffins["fog"] == "no"].groupby("week")["puffins"].mean()
