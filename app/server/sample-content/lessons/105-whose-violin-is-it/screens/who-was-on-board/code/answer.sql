SELECT passengers.name, passengers.village
  FROM tickets
  JOIN passengers ON passengers.id = tickets.passenger_id
 WHERE tickets.crossing_id = 12
 ORDER BY passengers.name;
