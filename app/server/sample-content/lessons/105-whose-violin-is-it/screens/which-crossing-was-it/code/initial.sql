SELECT departure
  FROM crossings;
