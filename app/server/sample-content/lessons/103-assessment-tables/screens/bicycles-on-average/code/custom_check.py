variable_value("morning_mean", tolerance=2, skill="Summing up")
variable_value("evening_mean", tolerance=2, skill="Summing up")
function_called("mean", skill="Summing up", feedback="Let pandas calculate the mean of a column with its method mean().")
assert submission["evening_mean"] > submission["morning_mean"], "Check the columns: morning_mean belongs to morning, evening_mean to evening."
