variable_value("morning_mean", tolerance=2, skill="Summing up")
variable_value("evening_mean", tolerance=2, skill="Summing up")
function_called("mean", skill="Summing up", feedback="Let pandas compute the mean: bikes[\"morning\"].mean().")
assert submission["evening_mean"] > submission["morning_mean"], "One of the two means is taken from the wrong column."
