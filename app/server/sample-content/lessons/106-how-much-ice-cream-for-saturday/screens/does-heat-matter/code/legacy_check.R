stopifnot("link should be a single number. cor() takes both vectors." = length(link) == 1)
stopifnot("link should be the correlation of temp and cups, rounded to two decimals." = isTRUE(all.equal(link, round(cor(temp, cups), 2))))
