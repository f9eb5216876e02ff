import pandas as pd

seals = pd.read_csv("seals.csv")
filling = seals[seals["dusk"] - seals["dawn"] >= 10]
