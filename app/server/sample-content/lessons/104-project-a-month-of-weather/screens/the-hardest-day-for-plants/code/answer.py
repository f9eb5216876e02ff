weather["swing"] = (weather["high"] - weather["low"]).round(1)
row = weather["swing"].idxmax()
hardest_day = weather.loc[row, "date"].strftime("%d %B")
print(hardest_day)
