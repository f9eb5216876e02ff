SELECT title
  FROM books;
