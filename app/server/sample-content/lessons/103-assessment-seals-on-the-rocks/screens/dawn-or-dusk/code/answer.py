import pandas as pd

seals = pd.read_csv("seals.csv")
dawn_mean = round(seals["dawn"].mean(), 1)
dusk_mean = round(seals["dusk"].mean(), 1)

if dusk_mean > dawn_mean:
    print("dusk")
else:
    print("dawn")
