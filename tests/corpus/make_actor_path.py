#!/usr/bin/env python3
"""Writes the seeds of the fuzz target actor_path: one file each, next to this script.

The rows of the tables paths and names, and texts at the edges of the grammar. Inputs that a fuzzer
found are put beside them by hand, named found-*.
"""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
LONGEST = 4096

EDGES = {
    "longest-address": b"akka://" + b"x" * (LONGEST - 7),
    "longest-path": b"akka://s/" + b"x" * (LONGEST - 9),
    "too-long": b"akka://s/" + b"x" * (LONGEST - 8),
    "long-name": b"x" * (LONGEST + 1),
    "many-slashes": b"akka://s" + b"/" * 300,
    "deep": b"akka://s" + b"/a" * 200,
    "uid-first": b"akka://s/a#1",
    "uid-last": b"akka://s/a#2147483647",
    "uid-beyond": b"akka://s/a#2147483648",
    "uid-64-bits": b"akka://s/a#18446744073709551617",
    "uid-zero": b"akka://s/a#0",
    "uid-zeros": b"akka://s/a#0007",
    "uid-twice": b"akka://s/a#1#2",
    "uid-inside": b"akka://s/a#1/b",
    "uid-of-root": b"akka://s/#1",
    "uid-of-system": b"akka://s#1",
    "port-zeros": b"akka.tcp://s@h:00001/user",
    "port-20-digits": b"akka.tcp://s@h:18446744073709551616/user",
    "ipv6-zone": b"akka.tcp://s@[fe80::1%eth0]:1/user",
    "ipv6-no-zone": b"akka.tcp://s@[fe80::1%]:1/user",
    "ipv6-open": b"akka.tcp://s@[::1:1/user",
    "ipv6-empty": b"akka.tcp://s@[]:1/user",
    "ipv6-ipv4": b"akka.tcp://s@[::ffff:127.0.0.1]:1/user",
    "host-upper": b"AKKA.TCP://s@HOST:1/user",
    "host-not-utf8": b"akka.tcp://s@\xff\xfe:1/user",
    "name-not-utf8": b"akka://s/\xc3",
    "name-zero-byte": b"akka://s/a\0b",
    "system-zero-byte": b"akka://a\0b/user",
    "name-separator": b"akka://s/akka://t@h:1/user",
    "two-equal": b"akka://s/user/a#1\nakka://s/user/a#2",
    "two-siblings": b"akka://s/user/a-b\nakka://s/user/a/b",
    "two-hosts": b"akka.tcp://s@Host:1/user\nakka.tcp://s@host:1/user",
    "two-ports": b"akka.tcp://s@h:9\nakka.tcp://s@h:10",
    "two-scopes": b"akka://s/user\nakka://s@h:1/user",
    "percent-end": b"a%4",
    "percent-good": b"a%4f",
    "dollar-first": b"$a",
    "every-sign": b"-_.*$+:@&=,!~';()\"",
}


def inputs_of_tables():
    for table in ("paths", "names"):
        for line in (DATA / f"{table}.tsv").read_text(encoding="utf-8").split("\n")[1:-1]:
            case, text = line.split("\t")[:2]
            if case in ("ActorPath.Parse", "Address.Parse", "valid path element?", "system name"):
                yield text.replace("\\t", "\t").replace("\\\\", "\\").encode()


def main():
    folder = HERE / "actor_path"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("seed-*"):
        old.unlink()
    seeds = dict(EDGES)
    for text in dict.fromkeys(inputs_of_tables()):
        stem = re.sub(rb"[^a-z0-9.]+", b"-", text.lower()).decode().strip("-.")[:40] or "sign"
        name, number = stem, 1
        while name in seeds:
            number += 1
            name = f"{stem}-{number}"
        seeds[name] = text
    for name, data in seeds.items():
        (folder / f"seed-{name}").write_bytes(data)
    print(f"{len(seeds)} seeds in {folder}")


main()
