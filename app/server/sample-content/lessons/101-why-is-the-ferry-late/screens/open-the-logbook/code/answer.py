import pandas as pd

crossings = pd.read_csv("island-ferry/crossings.csv")
print(crossings.shape)
