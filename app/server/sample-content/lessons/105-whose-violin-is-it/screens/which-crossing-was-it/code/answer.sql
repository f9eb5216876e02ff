SELECT id, departure
  FROM crossings
 WHERE sailed_on = '2025-08-09'
 ORDER BY departure;
