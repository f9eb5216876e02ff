SELECT books.title, authors.name
  FROM books
  JOIN authors ON authors.id = books.author_id
 WHERE authors.country = 'England'
 ORDER BY books.title;
