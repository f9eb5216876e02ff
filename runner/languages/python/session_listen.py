"""Opens the socket of a session outside its sandbox, then becomes the command that leads into it: `python3 session_listen.py
SOCKET COMMAND…`. The command inherits the socket as descriptor 8.

So the socket has no name inside: nothing there can replace it or connect to it.
"""

import os
import socket
import sys

DESCRIPTOR = 8
path, command = sys.argv[1], sys.argv[2:]
server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
server.bind(path)
server.listen(64)
if server.fileno() != DESCRIPTOR:
    os.dup2(server.fileno(), DESCRIPTOR)
os.set_inheritable(DESCRIPTOR, True)
os.execvp(command[0], command)
