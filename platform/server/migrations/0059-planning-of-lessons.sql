-- Who works on a lesson and until when, from its fields: the list and the page "My work" read it without documents.
alter table lessons
  add column owner text,
  add column reviewer text,
  add column due text,
  add column stage text;
