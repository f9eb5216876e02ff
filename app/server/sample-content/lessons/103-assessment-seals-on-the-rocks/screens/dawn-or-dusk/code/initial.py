import pandas as pd

seals = pd.read_csv("seals.csv")
