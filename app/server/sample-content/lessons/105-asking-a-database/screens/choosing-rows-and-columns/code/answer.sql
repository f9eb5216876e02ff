SELECT title, pages
  FROM books
 WHERE pages > 400
 ORDER BY pages DESC;
