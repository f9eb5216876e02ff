-- Makes library.db, the database of this lesson. After a change of this file, make it anew:
--
--     rm -f library.db && sqlite3 library.db < library.sql

create table authors (
  id      integer primary key,
  name    text not null,
  country text not null
);

create table books (
  id        integer primary key,
  title     text not null,
  author_id integer not null references authors (id),
  year      integer not null,
  pages     integer not null
);

create table loans (
  id          integer primary key,
  book_id     integer not null references books (id),
  borrowed_on text not null,
  returned_on text
);

insert into authors (id, name, country) values
  (1, 'Mary Shelley', 'England'),
  (2, 'Jules Verne', 'France'),
  (3, 'Jane Austen', 'England'),
  (4, 'Selma Lagerlöf', 'Sweden');

insert into books (id, title, author_id, year, pages) values
  (1, 'Frankenstein', 1, 1818, 280),
  (2, 'The Last Man', 1, 1826, 479),
  (3, 'Around the World in Eighty Days', 2, 1872, 252),
  (4, 'Twenty Thousand Leagues Under the Seas', 2, 1870, 426),
  (5, 'Pride and Prejudice', 3, 1813, 432),
  (6, 'Emma', 3, 1815, 474),
  (7, 'Persuasion', 3, 1817, 249),
  (8, 'The Wonderful Adventures of Nils', 4, 1906, 536);

insert into loans (id, book_id, borrowed_on, returned_on) values
  (1, 5, '2024-03-01', '2024-03-15'),
  (2, 3, '2024-03-02', '2024-03-09'),
  (3, 8, '2024-03-04', null),
  (4, 5, '2024-03-18', '2024-04-02'),
  (5, 1, '2024-03-20', '2024-03-28'),
  (6, 4, '2024-03-21', null),
  (7, 5, '2024-04-05', null),
  (8, 6, '2024-04-06', '2024-04-20');
