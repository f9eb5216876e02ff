import pandas as pd

bikes = pd.read_csv("bikes.csv")
filling = bikes[bikes["evening"] - bikes["morning"] >= 10]
