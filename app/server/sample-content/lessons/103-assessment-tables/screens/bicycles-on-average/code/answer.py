import pandas as pd

bikes = pd.read_csv("bikes.csv")
morning_mean = round(bikes["morning"].mean(), 1)
evening_mean = round(bikes["evening"].mean(), 1)

if evening_mean > morning_mean:
    print("evening")
else:
    print("morning")
