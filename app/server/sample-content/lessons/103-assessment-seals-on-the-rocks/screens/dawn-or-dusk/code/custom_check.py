variable_value("dawn_mean", tolerance=2, skill="Summarizing", feedback="dawn_mean should be the average of the column dawn, rounded to one decimal.")
variable_value("dusk_mean", tolerance=2, skill="Summarizing", feedback="dusk_mean should be the average of the column dusk, rounded to one decimal.")
function_called("mean", skill="Summarizing", feedback="Let pandas calculate the average, with the method mean().")
