"""Unpacks a tar stream from standard input into a folder, inside a sandbox: `unpack_tree.py FOLDER MOST_BYTES MOST_ENTRIES`.

The stream comes from package code. Only files, folders and links that stay in the folder are unpacked; everything else is
skipped, and exceeding a limit ends the program with a message.
"""

import os
import posixpath
import sys
import tarfile

PIECE = 1 << 20


def is_inside(name):
    return not name.startswith("/") and ".." not in name.split("/") and "\0" not in name


def stays_inside(name, target):
    """Whether a link with that name resolves to a path inside the folder, whatever other links are on the way.

    It may contain ".." only at its start: after a name that is itself a link, ".." is another folder than the text
    suggests.
    """
    parts = [part for part in target.split("/") if part not in ("", ".")]
    ups = parts.count("..")
    if target.startswith("/") or parts[:ups] != [".."] * ups:
        return False
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    return path != ".." and not path.startswith("../")


def has_real_parents(folder, name):
    """Nothing is written through a link from the archive."""
    parent = folder
    for part in posixpath.dirname(name).split("/"):
        parent = os.path.join(parent, part)
        if os.path.islink(parent):
            return False
    return True


def is_file(path):
    return os.path.isfile(path) and not os.path.islink(path)


def unpack(stream, folder, most_bytes, most_entries):
    entries = total = 0
    with tarfile.open(fileobj=stream, mode="r|") as archive:
        for entry in archive:
            # The list of entries read would grow without limit.
            archive.members = []
            entries += 1
            total += max(entry.size, 0) if entry.isfile() else 0
            if entries > most_entries:
                raise SystemExit("The installation created too many files.")
            if total > most_bytes:
                raise SystemExit("The installation wrote files that are too large.")
            name = posixpath.normpath(entry.name)
            if name == "." or not is_inside(name) or not has_real_parents(folder, name):
                continue
            path = os.path.join(folder, name)
            if os.path.lexists(path) and not (entry.isdir() and os.path.isdir(path) and not os.path.islink(path)):
                continue
            if entry.isdir():
                os.makedirs(path, mode=0o755, exist_ok=True)
            elif entry.issym():
                if stays_inside(name, entry.linkname):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    os.symlink(entry.linkname, path)
            elif entry.islnk():
                source = posixpath.normpath(entry.linkname)
                # No hard links to symbolic links: elsewhere they resolve differently.
                if is_inside(source) and has_real_parents(folder, source) and is_file(os.path.join(folder, source)):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    os.link(os.path.join(folder, source), path, follow_symlinks=False)
            elif entry.isfile():
                os.makedirs(os.path.dirname(path), exist_ok=True)
                write(archive.extractfile(entry), path, 0o755 if entry.mode & 0o100 else 0o644)


def write(source, path, mode):
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        while True:
            piece = source.read(PIECE)
            if not piece:
                return
            file.write(piece)


def main():
    folder, most_bytes, most_entries = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    try:
        unpack(sys.stdin.buffer, folder, most_bytes, most_entries)
    except tarfile.TarError:
        # Cut off or empty: the program that wrote it has failed and reports that itself.
        pass


if __name__ == "__main__":
    main()
