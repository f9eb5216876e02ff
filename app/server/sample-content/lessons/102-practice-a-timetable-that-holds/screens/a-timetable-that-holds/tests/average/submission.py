import pandas as pd

crossings = pd.read_csv("island-ferry/crossings.csv")


def travel_time(logbook, tide):
    same_tide = logbook[logbook["tide"] == tide]
    return same_tide["minutes"].mean()


for tide in ["low", "mid", "high"]:
    print(tide, travel_time(crossings, tide))
