import pandas as pd

bikes = pd.read_csv("bikes.csv")
