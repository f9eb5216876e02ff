SELECT books.title, COUNT(*) AS loans
  FROM loans
  JOIN books ON books.id = loans.book_id
 GROUP BY books.title
 ORDER BY loans DESC, books.title;
