late_ones = crossings
