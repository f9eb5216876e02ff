"""Runs an installer inside a sandbox: `install_bridge.py SOCKET COMMAND…`.

The sandbox has no network but its own loopback. This listens there as an HTTP proxy and forwards every connection to
SOCKET, where the runner allows package indexes and nothing else. Descriptor 3 is the input of the command.
"""

import os
import socket
import subprocess
import sys
import threading

PORT = 3128
MOST_CONNECTIONS = 100
PIECE = 65536


def pump(source, target):
    try:
        while True:
            piece = source.recv(PIECE)
            if not piece:
                break
            target.sendall(piece)
    except OSError:
        pass
    finally:
        try:
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def carry(inside, path, free):
    try:
        with inside, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as outside:
            outside.connect(path)
            back = threading.Thread(target=pump, args=(outside, inside), daemon=True)
            back.start()
            pump(inside, outside)
            back.join()
    except OSError:
        pass
    finally:
        free.release()


def serve(server, path):
    free = threading.BoundedSemaphore(MOST_CONNECTIONS)
    while True:
        free.acquire()
        inside, _ = server.accept()
        threading.Thread(target=carry, args=(inside, path, free), daemon=True).start()


def main():
    path, command = sys.argv[1], sys.argv[2:]
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.bind(("127.0.0.1", PORT))
    server.listen(MOST_CONNECTIONS)
    threading.Thread(target=serve, args=(server, path), daemon=True).start()
    address = "http://127.0.0.1:%d" % PORT
    names = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
    code = subprocess.call(command, stdin=3, env={**os.environ, **{name: address for name in names}})
    sys.stdout.flush()
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
