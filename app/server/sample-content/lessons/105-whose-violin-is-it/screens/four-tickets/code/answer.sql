SELECT passengers.name, COUNT(*) AS trips
  FROM tickets
  JOIN passengers ON passengers.id = tickets.passenger_id
 GROUP BY passengers.name
 ORDER BY trips DESC, passengers.name;
