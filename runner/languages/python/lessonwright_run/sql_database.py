"""The database of a run: a private in-memory copy of the lesson's files.

    library.db     a file with SQLite's header; the first by name is the main database, others are attached by their stems
    books.csv      a table `books`, unless the database has one of that name; .tsv with tabs. Files of the same name in
                   several folders are named by their folders, too: `2023_books`. The same in `run-postgres.ts`
    library.sql    a script that builds the database, unless there is a database of the same stem (its result)

Without any of them the database is empty.
"""

from __future__ import annotations

import csv
import os
import sqlite3
from collections import Counter
from typing import Any, Dict, Iterator, List

from .sql_csv import Column, columns_of
from .sql_errors import SqlError
from .sql_statements import split_statements

_HEADER = b"SQLite format 3\x00"
_MOST_ATTACHED = 10
_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def open_database(folder: str) -> sqlite3.Connection:
    """Returns an unrestricted connection.
    @raise SqlError: for files that don't form a database
    """
    connection = sqlite3.connect("file::memory:", uri=True, isolation_level=None)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    databases = [name for name in _files(folder) if _is_database(os.path.join(folder, name))]
    if len(databases) > _MOST_ATTACHED + 1:
        raise SqlError("LessonFiles", f"The lesson has {len(databases)} databases; a run can open {_MOST_ATTACHED + 1}.")
    for number, name in enumerate(databases):
        path = os.path.join(folder, name)
        if number == 0:
            _copy(path, connection)
        else:
            _attach(connection, path)
    built = {_stem(name) for name in databases}
    for name in _files(folder):
        path, ending = os.path.join(folder, name), os.path.splitext(name)[1].lower()
        if ending == ".sql" and _stem(name) not in built:
            _run_script(connection, path)
    for name, table in _table_names(_files(folder)).items():
        if not _has_table(connection, table):
            _load_table(connection, os.path.join(folder, name), table)
    return connection


def _table_names(paths: List[str]) -> Dict[str, str]:
    """The tables of files, by path.
    @raise SqlError: for two files that would be one table
    """
    tables = [path for path in paths if os.path.splitext(path)[1].lower() in _DELIMITERS]
    stems = Counter(_stem(path).lower() for path in tables)
    names = {path: _stem(path) if stems[_stem(path).lower()] == 1 else os.path.splitext(path)[0].replace(os.sep, "_") for path in tables}
    owners: Dict[str, str] = {}
    for path, name in names.items():
        owner = owners.setdefault(name.lower(), path)
        if owner != path:
            raise SqlError("LessonFiles", f"The files {owner} and {path} would both be the table {name}. Rename one of them.")
    return names


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _quote_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _files(folder: str) -> List[str]:
    """Relative paths in the work folder: the lesson's own files, then those of its datasets, which are in folders."""
    found = [os.path.relpath(os.path.join(address, name), folder) for address, _, names in os.walk(folder) for name in names]
    return sorted((path for path in found if os.path.isfile(os.path.join(folder, path))), key=lambda path: (os.sep in path, path))


def _stem(name: str) -> str:
    return os.path.splitext(os.path.basename(name))[0]


def _is_database(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(len(_HEADER)) == _HEADER


def _copy(path: str, into: sqlite3.Connection) -> None:
    # `immutable`: the file can't be written, so it has no journal beside it.
    source = sqlite3.connect(f"file:{_escaped(path)}?mode=ro&immutable=1", uri=True)
    try:
        source.backup(into)
    except sqlite3.Error as error:
        raise SqlError("LessonFiles", f"Couldn’t read the database {os.path.basename(path)}: {error}.") from error
    finally:
        source.close()


def _attach(connection: sqlite3.Connection, path: str) -> None:
    # Only a main database can be the target of a copy; named memory is shared between two connections.
    address = f"file:lesson-{_escaped(_stem(path))}?mode=memory&cache=shared"
    maker = sqlite3.connect(address, uri=True)
    try:
        _copy(path, maker)
        connection.execute(f"ATTACH {_quote_text(address)} AS {_quote(_stem(path))}")
    finally:
        maker.close()


def _escaped(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _run_script(connection: sqlite3.Connection, path: str) -> None:
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        script = file.read()
    try:
        for statement in split_statements(script):
            connection.execute(statement.text)
    except sqlite3.Error as error:
        raise SqlError("LessonFiles", f"The lesson file {os.path.basename(path)} failed: {error}.") from error


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?)", (name,)).fetchone() is not None


def _load_table(connection: sqlite3.Connection, path: str, name: str) -> None:
    table, delimiter = _quote(name), _DELIMITERS[os.path.splitext(path)[1].lower()]
    try:
        columns = columns_of(_rows(path, delimiter))
        if not columns:
            return
        connection.execute(f"CREATE TABLE {table} ({', '.join(f'{_quote(column.name)} {column.type}' for column in columns)})")
        places = ", ".join("?" * len(columns))
        connection.execute("BEGIN")
        connection.executemany(f"INSERT INTO {table} VALUES ({places})", _values(path, delimiter, columns))
        connection.execute("COMMIT")
    except (sqlite3.Error, csv.Error) as error:
        raise SqlError("LessonFiles", f"Couldn’t read the file {os.path.basename(path)} as a table: {error}.") from error


def _rows(path: str, delimiter: str) -> Iterator[List[str]]:
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        yield from (row for row in csv.reader(file, delimiter=delimiter) if row)


def _values(path: str, delimiter: str, columns: List[Column]) -> Iterator[List[Any]]:
    rows = _rows(path, delimiter)
    next(rows)
    for row in rows:
        yield [column.read(row[index] if index < len(row) else "") for index, column in enumerate(columns)]
