busy = sales[sales["product"] == "croissant"]
