import pandas as pd

weather = pd.read_csv("weather.csv", parse_dates=["date"])
dry_days = int((weather["rain"] == 0).sum())
print(f"{dry_days} of {len(weather)} days were dry.")
