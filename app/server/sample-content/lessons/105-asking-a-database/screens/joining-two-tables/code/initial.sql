SELECT books.title
  FROM books
 ORDER BY books.title;
