SELECT books.title
  FROM loans
  JOIN books ON books.id = loans.book_id;
