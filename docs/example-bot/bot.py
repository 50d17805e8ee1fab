"""A small bot that knows all rules: it takes the move that captures most, and bombs the tile that hurts others most.

Start it with a host and a port. docs/rules.md says what it has to know, docs/protocol.md how it talks.
"""

import socket
import struct
import sys

STEPS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
FREE = "0cib"


class Board:
    def __init__(self, text):
        tokens = text.split()
        self.players, overrides, bombs, self.strength, self.height, self.width = (int(token) & 0xFFFF for token in tokens[:6])
        size = self.height * self.width
        tiles = tokens[6:6 + size]
        self.tiles = {(at % self.width, at // self.width): tile for at, tile in enumerate(tiles) if tile != "-"}
        self.overrides = [overrides & 0xFF] * (self.players + 1)
        self.bombs = [bombs & 0xFF] * (self.players + 1)
        self.joined = {}
        rest = tokens[6 + size:]
        for at in range(0, len(rest) - 6, 7):
            x1, y1, r1, _, x2, y2, r2 = rest[at:at + 7]
            one, two = (int(x1), int(y1), int(r1)), (int(x2), int(y2), int(r2))
            self.joined[one] = (two[:2], (two[2] + 4) % 8)
            self.joined[two] = (one[:2], (one[2] + 4) % 8)
        self.bombing = False

    def step(self, tile, direction):
        """The next tile and the direction in which a walk goes on, or nothing."""
        dx, dy = STEPS[direction]
        following = (tile[0] + dx, tile[1] + dy)
        if following in self.tiles:
            return following, direction
        there = self.joined.get((*tile, direction))
        return there if there and there[0] in self.tiles else None

    def captured(self, origin, player):
        found = set()
        for start in range(8):
            passed, at = [], self.step(origin, start)
            while at and at[0] != origin and self.tiles[at[0]] not in FREE:
                if self.tiles[at[0]] == str(player):
                    found.update(passed)
                    break
                passed.append(at[0])
                at = self.step(*at)
        return found

    def legal(self, player):
        """All legal moves: how many stones each captures, its tile, and its special byte."""
        for tile, content in self.tiles.items():
            if content not in FREE and self.overrides[player] == 0:
                continue
            count = len(self.captured(tile, player))
            if count > 0 or content == "x":
                special = {"c": self.richest(), "b": 21}.get(content, 0)
                yield count, tile, special

    def richest(self):
        stones = list(self.tiles.values())
        return max(range(1, self.players + 1), key=lambda player: stones.count(str(player)))

    def crater(self, tile):
        seen, edge = {tile}, [tile]
        for _ in range(self.strength):
            edge = [there[0] for here in edge for direction in range(8) if (there := self.step(here, direction)) and there[0] not in seen and not seen.add(there[0])]
        return seen

    def play(self, tile, special, player):
        if self.bombing:
            self.bombs[player] -= 1
            for gone in self.crater(tile):
                del self.tiles[gone]
            return
        content = self.tiles[tile]
        taken = self.captured(tile, player)
        if content not in FREE:
            self.overrides[player] -= 1
        for one in taken | {tile}:
            self.tiles[one] = str(player)
        if content == "i":
            self.rename({str(one): str(one % self.players + 1) for one in range(1, self.players + 1)})
        elif content == "c":
            self.rename({str(player): str(special), str(special): str(player)})
        elif content == "b":
            stock = self.bombs if special == 20 else self.overrides
            stock[player] = (stock[player] + 1) % 256

    def rename(self, names):
        self.tiles = {tile: names.get(content, content) for tile, content in self.tiles.items()}

    def choose(self, player):
        if not self.bombing:
            return max(self.legal(player))
        def harm(tile):
            gone = [self.tiles[one] for one in self.crater(tile)]
            return sum(content in "12345678" for content in gone) - 2 * gone.count(str(player))
        # A crater costs time, so only some tiles are looked at.
        tiles = list(self.tiles)[::max(1, len(self.tiles) // 40)]
        best = max(tiles, key=harm)
        return harm(best), best, 0


def read(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def main():
    connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
    connection.sendall(struct.pack(">BIB", 1, 1, 1))
    board, me = None, 0
    while True:
        kind, length = struct.unpack(">BI", read(connection, 5))
        data = read(connection, length)
        if kind == 2:
            board = Board(data.decode())
        elif kind == 3:
            me = data[0]
            print(f"I am player {me}")
        elif kind == 4:
            worth, (x, y), special = board.choose(me)
            print(f"({x},{y}) is worth {worth}")
            connection.sendall(struct.pack(">BIHHB", 5, 5, x, y, special))
        elif kind == 6:
            x, y, special, player = struct.unpack(">HHBB", data)
            board.play((x, y), special, player)
        elif kind == 8:
            board.bombing = True
        elif kind == 9:
            return


main()
