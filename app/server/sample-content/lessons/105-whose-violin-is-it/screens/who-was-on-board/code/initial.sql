SELECT passengers.name
  FROM tickets
  JOIN passengers ON passengers.id = tickets.passenger_id;
