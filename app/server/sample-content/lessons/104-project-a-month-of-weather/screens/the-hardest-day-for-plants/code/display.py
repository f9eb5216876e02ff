import pandas as pd

weather = pd.read_csv("weather.csv", parse_dates=["date"])
