stopifnot("There should be a share for each day." = length(share) == length(sold))
stopifnot("The shares should add up to about 100. Did you divide by the sum and multiply by 100?" = abs(sum(share) - 100) < 0.5)
