-- Makes ferry.db, the database of this lesson. After you change this file, create the database again:
--
--     rm -f ferry.db && sqlite3 ferry.db < ferry.sql

create table passengers (
  id      integer primary key,
  name    text not null,
  village text not null
);

create table crossings (
  id        integer primary key,
  sailed_on text not null,
  departure text not null
);

create table tickets (
  id           integer primary key,
  passenger_id integer not null references passengers (id),
  crossing_id  integer not null references crossings (id)
);

insert into passengers (id, name, village) values
  (1, 'Ada Lindqvist', 'Northend'),
  (2, 'Ben Okafor', 'Pier'),
  (3, 'Clara Weiss', 'Lighthouse Hill'),
  (4, 'Emil Novak', 'Pier'),
  (5, 'Fatima Rahman', 'Northend'),
  (6, 'Noor Haddad', 'Lighthouse Hill'),
  (7, 'Tom Byrne', 'Pier'),
  (8, 'Yuki Sato', 'Northend');

insert into crossings (id, sailed_on, departure) values
  (1, '2025-08-07', '08:00'),
  (2, '2025-08-07', '11:00'),
  (3, '2025-08-07', '14:00'),
  (4, '2025-08-07', '17:00'),
  (5, '2025-08-08', '08:00'),
  (6, '2025-08-08', '11:00'),
  (7, '2025-08-08', '14:00'),
  (8, '2025-08-08', '17:00'),
  (9, '2025-08-09', '08:00'),
  (10, '2025-08-09', '11:00'),
  (11, '2025-08-09', '14:00'),
  (12, '2025-08-09', '17:00');

insert into tickets (id, passenger_id, crossing_id) values
  (1, 1, 1),
  (2, 4, 2),
  (3, 6, 2),
  (4, 2, 3),
  (5, 1, 4),
  (6, 1, 5),
  (7, 6, 5),
  (8, 4, 6),
  (9, 8, 6),
  (10, 5, 7),
  (11, 1, 8),
  (12, 6, 8),
  (13, 3, 9),
  (14, 4, 9),
  (15, 8, 11),
  (16, 2, 12),
  (17, 3, 12),
  (18, 6, 12),
  (19, 7, 12),
  (20, 8, 12);
