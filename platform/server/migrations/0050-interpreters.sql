-- What exactly the versions of languages are on the runners, such as 3.11.2 for Python 3.11: verdicts depend on it.
create table interpreters (
  language  text not null,
  version   text not null,
  build     text not null,
  primary key (language, version)
);
