import pandas as pd

puffins = pd.read_csv("puffins.csv")
clear = puffins[puffins["fog"] == "no"]
