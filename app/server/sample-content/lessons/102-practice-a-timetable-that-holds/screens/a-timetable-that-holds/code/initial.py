import pandas as pd

crossings = pd.read_csv("island-ferry/crossings.csv")


def travel_time(logbook, tide):
    return 25


for tide in ["low", "mid", "high"]:
    print(tide, travel_time(crossings, tide))
